import { expect, test } from "vitest";
import { diffLines } from "../../src/host/output/line-diff.ts";
import { cpuTime } from "../cpu-time.ts";

const numbered = (count: number, what = "line") => Array.from({ length: count }, (_, index) => `${what} ${index}`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

test("two distant changes of a text are two hunks", () => {
  const lines = numbered(20_000);
  expect(diffLines(text(lines), text(lines.with(10, "one").toSpliced(19_000, 1)))).toBe(
    "@@ -9,5 +9,5 @@\n line 8\n line 9\n-line 10\n+one\n line 11\n line 12\n" +
      "@@ -18999,5 +18999,4 @@\n line 18998\n line 18999\n-line 19000\n line 19001\n line 19002\n",
  );
});

test.each([
  ["a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"],
  ["", "a\n", "@@ -0,0 +1,1 @@\n+a\n"],
  ["a\n", "", "@@ -1,1 +0,0 @@\n-a\n"],
  ["a\r\nb\r\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"],
  [`${"x".repeat(300)}\n`, `${"x".repeat(300)}y\n`, `@@ -1,1 +1,1 @@\n-…${"x".repeat(30)}\n+…${"x".repeat(30)}y\n`],
  [
    `{"first":${"a".repeat(300)},"enum":["a"],"rest":${"b".repeat(300)}}\n`,
    `{"first":${"a".repeat(300)},"enum":["a","b"],"rest":${"b".repeat(300)}}\n`,
    /^@@.*\n-…a+,"enum":\["a"\],"rest":b+…\n\+…a+,"enum":\["a","b"\],"rest":b+…\n$/,
  ],
  [`start ${"x".repeat(300)}\n`, `begin ${"x".repeat(300)}\n`, /^@@.*\n-start x{72}…\n\+begin x{72}…\n$/],
])("the shortest difference of the lines %j and %j is found", (former, next, expected) => {
  if (typeof expected === "string") expect(diffLines(former, next)).toBe(expected);
  else expect(diffLines(former, next)).toMatch(expected);
});

test("no line of a difference is longer than a line of a terminal", () => {
  const long = numbered(12).map((line) => `${line} ${"x".repeat(200)}`);
  for (const line of diffLines(text(long), text(long.with(5, `${"x".repeat(150)}y${"x".repeat(150)}`))).split("\n"))
    expect(line.length).toBeLessThanOrEqual(80);
});

test("a long difference of lines is truncated, with the number of omitted lines", () => {
  const [first, ...rest] = diffLines(text(numbered(100)), text(numbered(100, "other"))).split("\n");
  expect([first, rest.length, rest.at(-2)]).toEqual(["@@ -1,100 +1,100 @@", 41, "… and 161 more lines"]);
});

// Each of these took seconds, or was shown as one replaced whole.
test.each([
  ["nothing in common", numbered(25_000), numbered(25_000, "other")],
  ["every other line", numbered(25_000), numbered(25_000).map((line, index) => (index % 2 === 0 ? line : "other"))],
  [
    "long lines that begin alike",
    numbered(300).map((line) => "x".repeat(10_000) + line),
    numbered(300, "o").map((line) => "x".repeat(10_000) + line),
  ],
])("the difference of lines takes bounded time: %s", (_what, former, next) => {
  const [before, after] = [text(former), text(next)];
  let lines: string[] = [];
  expect(cpuTime(() => (lines = diffLines(before, after).split("\n")), 1000)).toBeLessThan(1000);
  expect(lines[0]).toMatch(/^@@ -1,\d+ \+1,\d+ @@$/);
  expect(lines.at(-2)).toMatch(/^… and (?:\d+ )?more/);
});

test("a difference far down in a text is shown from there", () => {
  const common = numbered(30_000, "common");
  const diff = diffLines(text([...common, ...numbered(5000)]), text([...common, ...numbered(5000, "other")]));
  expect(diff.split("\n").slice(0, 4)).toEqual(["@@ -29999,250 +29999,250 @@", " common 29998", " common 29999", "-line 0"]);
});
