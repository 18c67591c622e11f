import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxDepth } from "../../src/source/json/json.ts";
import { parseJson } from "../../src/source/json/parse-json.ts";

describe("a valid JSON text", () => {
  test("is parsed as by `JSON.parse`, without problems", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text).data).toEqual(JSON.parse(text));
        expect(parseJson(text).problems.filter(({ code }) => code !== "lossy-number" && code !== "duplicate-key")).toEqual([]);
      }),
    );
  });

  test("may start with a byte order mark", () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ data: { a: 1 }, problems: [] });
  });

  test("keeps `__proto__` as the name of a member", () => {
    expect(Object.keys(parseJson('{"__proto__":{"x":1},"constructor":2}').data ?? {})).toEqual(["__proto__", "constructor"]);
  });

  test.each([
    ["twice", '{"a":1,"b":{"c":[{"a":2,"a":3}]}}', [["duplicate-key", ["b", "c", 0, "a"], '"a"', '"a"']]],
    ["with an escape", '{"ab":"\\u003a","\\u0061b":2}', [["duplicate-key", ["ab"], '"\\u0061b"', '"ab"']]],
    ["with colons hidden in escapes", '{"a":"\\u003a","a":"\\u003a"}', [["duplicate-key", ["a"], '"a"', '"a"']]],
    ["named __proto__", '{"__proto__":1,"__proto__":2}', [["duplicate-key", ["__proto__"], '"__proto__"', '"__proto__"']]],
    [
      "three times",
      '{"a":1,"a":2,"a":3}',
      [
        ["duplicate-key", ["a"], '"a"', '"a"'],
        ["duplicate-key", ["a"], '"a"', '"a"'],
      ],
    ],
  ])("has a problem for a key %s", (_name, text, expected) => {
    const { problems } = parseJson(text);
    const slice = (range?: { start: number; end: number }) => text.slice(range?.start, range?.end);
    expect(problems.map(({ code, path, range, first }) => [code, path, slice(range), slice(first)])).toEqual(expected);
    for (const { range, first } of problems) expect(first?.end).toBeLessThan(range.start);
  });

  test("has a problem for each number that JavaScript changes", () => {
    const text =
      '[9007199254740993, 9007199254740992, -9223372036854775808, 9223372036854775807, 1e400, -1e999, 1e300, 0.1, "9007199254740993"]';
    const { data, problems } = parseJson(text);
    expect(problems.map(({ code, path, range }) => [code, path, text.slice(range.start, range.end)])).toEqual([
      ["lossy-number", [0], "9007199254740993"],
      ["lossy-number", [3], "9223372036854775807"],
      ["infinite-number", [4], "1e400"],
      ["infinite-number", [5], "-1e999"],
    ]);
    expect((data as unknown[]).slice(4, 7)).toEqual([null, null, 1e300]);
  });

  test("may nest as deep as the limit and no deeper", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJson(nested(maxDepth)).problems).toEqual([]);
    expect(parseJson(nested(maxDepth + 1))).toEqual({
      data: undefined,
      problems: [
        {
          code: "too-deep",
          reason: "it nests arrays and objects deeper than 100 levels.",
          path: [],
          range: { start: maxDepth, end: maxDepth + 1 },
        },
      ],
    });
    expect(parseJson(nested(100_000)).problems.map(({ code }) => code)).toEqual(["too-deep"]);
    expect(parseJson(`${'{"a":'.repeat(maxDepth)}{}${"}".repeat(maxDepth)}`).problems.map(({ code }) => code)).toEqual(["too-deep"]);
  });
});

describe("an invalid JSON text", () => {
  test.each([
    ['{"a": 1,}', "}", "a comma is not allowed before"],
    ['{"a": 1,, "b": 2}', ', "b"', "second comma"],
    ['{\n<<<<<<< HEAD\n"a": 1\n', "<<<<<<< HEAD", "this is an unresolved merge conflict."],
    ['{\r\n"a": 1\r\n=======\r\n}', "=======", "unresolved merge conflict"],
    ["[1, 2", "", 'a "[" is still open'],
    ["", "", "the file is empty"],
    ["  \n", "", "the file is empty"],
    ["{'a': 1}", "'", "double quotes"],
    ['{"a" 1}', "1", '":"'],
    ['{"a": 1 "b": 2}', '"b"', '"," or "}"'],
    ['{"a": 01}', "0", "number"],
    ['{"a": .5}', ".", "number"],
    ['{"a": "x\ny"}', '"', "line break"],
    ['{"a": "x', '"', "no closing quote"],
    ['{"a": "\\x"}', '"', '"\\x" is not an escape'],
    ['{"a": weather}', "w", "a value is expected here"],
    ['{"a": 1} x', "x", "after the end"],
    ['{"a": 1} {', "{", "after the end"],
    ['{ // note\n"a": 1}', "/", "no comments"],
    ["{a: 1}", "a", "name of a member"],
    ["[1 2]", "2", '"," or "]"'],
    ["[truefalse]", "t", "a value is expected here"],
  ])("has a problem with a reason at the right place: %j stops at %j", (text, at, reason) => {
    const { data, problems } = parseJson(text);
    expect(data).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toContain(reason);
    expect(text.slice(problems[0]?.range.start).slice(0, at.length)).toBe(at);
    if (at === "") expect(problems[0]?.range.start).toBe(text.length);
  });

  test("always has a problem with a place", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, where, put) => {
        const at = where % (json.length + 1);
        const text = json.slice(0, at) + put + json.slice(at + 1);
        const { data, problems } = parseJson(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(data !== undefined).toBe(isJson);
        for (const { range } of problems) expect(range.start).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});
