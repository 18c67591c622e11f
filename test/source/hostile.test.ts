import { expect, test } from "vitest";
import { problemsOf } from "../../src/diagnostic/problems.ts";
import { applyEdits, separateEdits } from "../../src/source/edit.ts";
import { formatTree } from "../../src/source/format-tree.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { hasProblemAt, placePath } from "../../src/source/problem-index.ts";
import { decode, decodedTree } from "../../src/source/text/decode.ts";
import { originOfValue } from "../../src/source/tree.ts";
import { cpuTime } from "../cpu-time.ts";
import { findingsFrom } from "../findings-from.ts";
import { hostileCases } from "../hostile/cases.ts";

/** What the text alone gives, before anything is known of its fields. */
const expected: { readonly [name: string]: readonly string[] } = {
  "alias-bomb": ["alias-limit 10:14"],
  "flow-depth": ["too-deep 2:105"],
  "flow-depth-2": ["too-deep 2:405"],
  "compact-seq-depth": ["too-deep 3:204"],
  "dup-keys": ["duplicate-key 3:1"],
  "dup-keys-json": ["duplicate-key 1:71"],
  tags: ["unknown-tag 1:14", "unknown-tag 2:4", "unknown-tag 3:4"],
  multidoc: ["several-documents 2:1"],
  "bad-bytes": ["not-utf-8 1:16"],
  "number-loss": ["lossy-number 8:18", "infinite-number 8:40", "infinite-number 8:47", "infinite-number 8:53"],
};

// All in one process: the second deep file is the one that ends it where there is no guard.
test("each hostile text is refused with a problem at its place", () => {
  for (const [name, problems] of Object.entries(expected)) {
    const { text = "", ending } = hostileCases[name] ?? {};
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const tree = decodedTree(`${name}.${ending}`, decode(bytes));
    const findings = findingsFrom(problemsOf(tree));
    expect(
      findings.map(({ code, mark: { start } }) => `${code} ${start.line}:${start.column}`),
      name,
    ).toEqual(problems);
  }
});

test("a block scalar with many blank lines is edited in linear time", () => {
  const tree = parseTree({ path: "a.yaml", text: `a: |\n  x\n${"\n".repeat(100_000)}  y\nb: 1\n` });
  const edited = applyEdits([{ origin: originOfValue(tree, ["a"]), value: "z\n" }]);
  expect(edited.get("a.yaml")).toBe("a: |\n  z\nb: 1\n");
});

test("a string with millions of escape sequences overflows no stack", () => {
  const string = `"${"\\n".repeat(4_000_000)}"`;
  const reasonOf = (text: string) => parseTree({ path: "a.json", text }).problems.map(({ reason }) => reason);
  expect(reasonOf(`{"a": ${string} x}`)).toEqual(['a "," or "}" is expected here.']);
  expect(reasonOf(`{"a": ${string.slice(0, -1)}`)).toEqual(["this string has no closing quote."]);
  const text = `{ "a": ${string} }`;
  expect(formatTree(parseTree({ path: "a.json", text }), "free")).toEqual({ text: `{\n  "a": ${string}\n}\n` });
});

test("millions of empty lines after a dash overflow no stack", () => {
  const empty = "\n".repeat(4_000_000);
  expect(parseTree({ path: "a.yaml", text: `a:\n  -${empty}    b: 1\n` })).toMatchObject({ data: { a: [{ b: 1 }] }, problems: [] });
});

test("an escape sequence of a code point that does not exist is an error", () => {
  for (const digits of ["00110000", "FFFFFFFF", "00FFFFFF", "01000000"])
    expect(parseTree({ path: "a.yaml", text: `a: "\\U${digits}"\n` }).problems).toMatchObject([{ code: "syntax-error" }]);
  for (const [digits, letter] of [
    ["0010FFFF", "\u{10ffff}"],
    ["000000e9", "é"],
  ])
    expect(parseTree({ path: "a.yaml", text: `a: "\\U${digits}"\n` })).toMatchObject({ data: { a: letter }, problems: [] });
});

const count = 30_000;

test("the paths of many problems in a text are found in linear time", () => {
  const tree = parseTree({ path: "a.json", text: `{"a": {${'"b": 1,\n'.repeat(count)}"b": 1}}` });
  const places = problemsOf(tree).map(({ place }) => place);
  const lookUp = () => places.map((place) => [placePath(place), hasProblemAt(tree, ["c"])]);
  expect(new Set(lookUp().map((found) => JSON.stringify(found)))).toEqual(new Set(['[["a","b"],false]']));
  expect(cpuTime(lookUp, 500)).toBeLessThan(500);
});

test("the paths of many problems deep in a text are found without a string for each level", () => {
  const depth = 90;
  const tree = parseTree({ path: "a.json", text: `${'{"a":'.repeat(depth)}{${'"b": 1,'.repeat(count)}"c": 1}${"}".repeat(depth)}` });
  const path = Array(depth).fill("a");
  expect(tree.problems).toHaveLength(count - 1);
  expect([path, [...path, "b"], [...path, "c"]].map((each) => hasProblemAt(tree, each))).toEqual([true, true, false]);
});

test("edits of many values are selected in linear time, without the second of two that touch", () => {
  const tree = parseTree({ path: "a.json", text: JSON.stringify({ ...Array.from({ length: count }, (_none, index) => index) }) });
  const edits = Array.from({ length: count }, (_none, index) => ({ origin: originOfValue(tree, [String(index)]), value: "x" }));
  expect(cpuTime(() => expect(separateEdits([...edits, ...edits])).toEqual(edits), 3000)).toBeLessThan(3000);
});
