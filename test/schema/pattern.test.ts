import { describe, expect, test } from "vitest";
import { mayBacktrack } from "../../src/schema/patterns/backtracking.ts";
import { createPatternChecker } from "../../src/schema/patterns/pattern.ts";

describe("a pattern that may take very long", () => {
  test.each([
    "^(a+)+$",
    "^(a|a)*$",
    "(a*)*b",
    "^(a|aa)+$",
    "^(\\w+\\s?)*$",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}$",
    "^(.*a){12}$",
    "^(a?){30}a{30}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(x+x+)+y",
    "^(?=(a+)+$)b",
    "^(\\d{1,3})*$",
    "^\\s*.*\\s*$",
    "a*a*a*b",
    "^a*a*,b*b*$",
    "\\s*,\\s*,?\\s*x$",
    "^([^@]+)*@$",
    "(?:\\.?[a-z]+)*!",
  ])("is recognized: %s", (pattern) => {
    expect(mayBacktrack(pattern)).toBe(true);
  });

  test.each([
    "^[a-z]+$",
    "^[a-f0-9]{64}$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^[a-z]([a-z0-9-]*[a-z0-9])?$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^([a-z]+\\.)+[a-z]+$",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^(\\d{3})*$",
    "^(ab|ac)*$",
    "^projects/[^/]+/locations/[^/]+$",
    "^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)$",
    "^[0-9A-F]{8}-[0-9A-F]{4}$",
    ".*",
    "\\s+$",
    "^(a|b)*$",
    "[}*+{]",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  ])("is not seen in %s", (pattern) => {
    expect(mayBacktrack(pattern)).toBe(false);
  });
});

// The limit is the test's own: what is slow here takes minutes, or has no end.
test("the search for slow patterns takes bounded time", () => {
  const alternatives = Array.from({ length: 39 }, (_, index) => `[a-z${String.fromCharCode(0x4e00 + index)}]`).join("|");
  expect(mayBacktrack(`^(${alternatives})*$`)).toBe(true);
  expect(mayBacktrack(`${"(".repeat(900)}a*${")*".repeat(900)}`)).toBe(true);
  expect(mayBacktrack(`${"(".repeat(9_000)}a*${")".repeat(9_000)}`)).toBe(true);
  // Repetitions of what matches no character multiply, and none of them counts against the limits.
  for (const nothing of ["(?:)", "a{0}", "(?:|)", "(?=b)"])
    expect(mayBacktrack(`^(?:c${"(?:".repeat(40)}${nothing}${"){7}".repeat(40)})*$`)).toBe(false);
});

describe("a pattern that is invalid with the flag `u`", () => {
  const judge = createPatternChecker();
  test.each([
    ["^a\\-b$", "^a-b$"],
    ["^[\\w\\-]+\\@x$", "^[\\w\\-]+@x$"],
    ["^\\_{2}$", "^_{2}$"],
    ["a{b}", "a\\{b\\}"],
    ["^\\d{2,3}]$", "^\\d{2,3}\\]$"],
    ["^[[a]$", "^[[a]$"],
  ])("is rewritten: %s", (pattern, written) => {
    expect(judge(pattern)).toEqual({ kind: "safe", pattern: written });
  });

  test.each(["(?i)a", "(", "a++", "\\Aabc\\Z", "\\p{Foo}", "(?<n>a"])("is omitted if it cannot be rewritten: %s", (pattern) => {
    expect(judge(pattern).kind).toBe("invalid");
  });
});
