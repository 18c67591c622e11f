import { expect, test } from "vitest";
import { compareSchemas } from "../../src/runtime/mcp/compare-schemas.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };

test.each<[string, object, unknown, string[]]>([
  [
    "texts and examples",
    object({ a: { ...text, description: "x" } }),
    object({ a: { ...text, title: "A", examples: ["y"] } }, { description: "z" }),
    [],
  ],
  ["a new optional member", object({ a: text }), object({ a: text, b: text }), []],
  ["a new required member", object({ a: text }), object({ a: text, b: text }, { required: ["b"] }), ['"b" is now required.']],
  ["a member that is no longer required", object({ a: text }, { required: ["a"] }), object({ a: text }), []],
  ["a member that is gone", object({ a: text, b: text }), object({ a: text }), ['"b" is no longer in the schema.']],
  [
    "all members gone, and nothing taken",
    object({ a: text }),
    { type: "object", additionalProperties: false },
    ['"a" is no longer accepted.'],
  ],
  ["all members gone, and anything taken", object({ a: text }), { type: "object" }, []],
  ["members that are described together", object({ a: text, b: text }), object({ a: text }, { additionalProperties: text }), []],
  ["another type", object({ a: text }), object({ a: { type: "integer" } }), ['"a" no longer accepts the type string.']],
  ["a wider type", object({ a: { type: "integer" } }), object({ a: { type: ["number", "null"] } }), []],
  ["a type where there was none", object({ a: {} }), object({ a: text }), ['"a" now accepts only the type string.']],
  ["fewer values", object({ a: { enum: ["x", "y"] } }), object({ a: { enum: ["x"] } }), ['"a" no longer accepts all of its values.']],
  ["more values", object({ a: { enum: ["x"] } }), object({ a: { enum: ["x", "y"] } }), []],
  ["values where there were none", object({ a: text }), object({ a: { ...text, enum: ["x"] } }), ['"a" now accepts only certain values.']],
  ["a lower maximum", object({ a: { maximum: 9 } }), object({ a: { maximum: 5 } }), ['"a" has a narrower "maximum".']],
  ["a new minimum", object({ a: {} }), object({ a: { minimum: 1 } }), ['"a" has a narrower "minimum".']],
  ["a higher maximum", object({ a: { maximum: 5 } }), object({ a: { maximum: 9 } }), []],
  // Pinned schemas have no lengths and no patterns, so these would be found in tools that have not changed.
  ["a length and a pattern that ours does not tell", object({ a: text }), object({ a: { ...text, minLength: 1, pattern: "^x" } }), []],
  [
    "a deep member",
    object({ a: { type: "array", items: object({ b: text }) } }),
    object({ a: { type: "array", items: object({ c: text }) } }),
    ['"a/*/b" is no longer in the schema.'],
  ],
  [
    "a reference and its target",
    object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: text } }),
    object({ a: { $ref: "#/definitions/B" } }, { definitions: { B: text } }),
    [],
  ],
  [
    "a reference to another type",
    object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: text } }),
    object({ a: { type: "object" } }),
    ['"a" no longer accepts the type string.'],
  ],
  ["parts that say the same", object({ a: text }, { required: ["a"] }), { allOf: [object({ a: text }), { required: ["a"] }] }, []],
  ["a union, whose parts are not held against each other", object({ a: { anyOf: [text] } }), object({ a: { type: "integer" } }), []],
  ["nothing taken any more", object({ a: text }), false, ["The input is no longer accepted."]],
  ["no schema at all", object({ a: text }), undefined, []],
  ["the names of prototypes", object({ constructor: text }), object({ ["__proto__"]: text, constructor: text }), []],
])("%s", (_what, ours, theirs, differences) => {
  expect(compareSchemas(ours, theirs)).toEqual(differences);
});

test("schemas that hold themselves come to an end", () => {
  const tree = (type: string) => ({
    ...object({ node: { $ref: "#/$defs/Node" } }),
    $defs: { Node: object({ value: { type }, next: { $ref: "#/$defs/Node" } }) },
  });
  expect(compareSchemas(tree("string"), tree("string"))).toEqual([]);
  expect(compareSchemas(tree("string"), tree("integer"))).toEqual(['"node/value" no longer accepts the type string.']);
  let deep: object = text;
  for (let depth = 0; depth < 10_000; depth++) deep = object({ a: deep });
  expect(compareSchemas(deep, deep)).toEqual([]);
});

test("no more than twenty differences are told", () => {
  const many = object(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, text])));
  expect(compareSchemas(many, object({ other: text }))).toHaveLength(20);
});
