import { expect, test } from "vitest";
import { namedArguments } from "../../src/cli/calls/named-arguments.ts";

const input = {
  type: "object",
  properties: {
    id: { type: "string" },
    limit: { type: "integer" },
    all: { type: "boolean" },
    either: { type: ["string", "integer"] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { $ref: "#/$defs/Size" } },
    place: { $ref: "#/$defs/Place" },
    any: {},
  },
  $defs: { Size: { type: "integer" }, Place: { type: "object", properties: { x: { type: "integer" } } } },
};

test.each<[words: string[], expected: object]>([
  [["id=7"], { id: "7" }],
  [["id="], { id: "" }],
  [["id=a=b"], { id: "a=b" }],
  [["limit=7"], { limit: 7 }],
  [["limit=many"], { limit: "many" }],
  [["all=true"], { all: true }],
  [["either=7"], { either: "7" }],
  [["tags=a", "tags=7"], { tags: ["a", "7"] }],
  [["tags=a"], { tags: ["a"] }],
  [['tags=["a","b"]'], { tags: ["a", "b"] }],
  [["sizes=1", "sizes=2"], { sizes: [1, 2] }],
  [["sizes=1"], { sizes: [1] }],
  [['place={"x":1}'], { place: { x: 1 } }],
  [["any=7"], { any: "7" }],
  [["unknown=7"], { unknown: "7" }],
])("the words %j after a tool's name become arguments of the types that it takes", (words, expected) => {
  expect(namedArguments(words, input)).toEqual(expected);
});

test("words after a tool's name may use names that every object inherits", () => {
  expect(Object.entries(namedArguments(["__proto__=1", "constructor=2"], input))).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"],
  ]);
});
