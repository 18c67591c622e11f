import { expect, test } from "vitest";
import { parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { hasProblemAt } from "../../src/source/problem-index.ts";
import { originOfValue, parsePointer, pointerOf, valueAt } from "../../src/source/tree.ts";

test.each([
  ["a.yaml", '{"a": 1}', "json"],
  ["a.yaml", "{a: 1}", "yaml"],
  ["a.yaml", '{"a": 1} # note', "yaml"],
  ["a.json", '\ufeff{"a": 1}', "json"],
  ["a.txt", "a: 1", "yaml"],
])("the file %s with the text %j is read as %s", (path, text, format) => {
  expect(parseTree({ path, text })).toMatchObject({ format, data: { a: 1 }, problems: [], within: undefined });
});

test("a text that is neither JSON nor YAML is reported as what it looks like", () => {
  expect(parseTree({ path: "a.yaml", text: '{"a": 1' }).problems[0]?.reason).toContain('"{" is still open');
  expect(parseTree({ path: "a.json", text: "a: 1" }).problems[0]?.code).toBe("syntax-error");
});

test("the tree of a text inside a text refers to the value that contains it", () => {
  const outer = parseTree({ path: "a.yaml", text: "x: 'b: 1'\n" });
  const within = originOfValue(outer, ["x"]);
  expect(parseNested("b: 1", within)).toMatchObject({ source: { path: "a.yaml", text: "b: 1" }, data: { b: 1 }, within });
});

test("a path in a tree leads only to own members of an object", () => {
  const tree = parseTree({ path: "a.json", text: '{"__proto__": {"a": 1}, "list": [{"b~/": 2}]}' });
  expect(valueAt(tree, ["__proto__", "a"])).toBe(1);
  expect(valueAt(tree, ["constructor"])).toBeUndefined();
  for (const step of ["length", "", "00", "-1", "1"]) expect(valueAt(tree, ["list", step])).toBeUndefined();
  expect(valueAt(tree, parsePointer("/list/0/b~0~1"))).toBe(2);
  expect(pointerOf(["list", 0, "b~/"])).toBe("/list/0/b~0~1");
});

test("a problem makes the values around and inside of it invalid, and a rounded number does not", () => {
  const tree = parseTree({ path: "a.yaml", text: "a:\n  b: 1\n  b: 2\n  c: 9223372036854775807\nd: 1\n" });
  expect([[], ["a"], ["a", "b"], ["a", "b", "x"], ["a", "c"], ["d"]].map((path) => hasProblemAt(tree, path))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
