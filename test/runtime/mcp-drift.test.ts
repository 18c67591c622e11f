import { expect, test, vi } from "vitest";
import { defineToolset } from "../../src/runtime/index.ts";
import { compareSchemas } from "../../src/runtime/mcp/compare-schemas.ts";
import { checkDrift } from "../../src/runtime/mcp/drift.ts";
import { listingCall } from "../../src/runtime/mcp/list-server-tools.ts";
import { createMcp } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { endpoint } from "./fixture.ts";

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
  ["a new required member", object({ a: text }), object({ a: text, b: text }, { required: ["b"] }), ['Parameter "b" is now required.']],
  ["a member that is no longer required", object({ a: text }, { required: ["a"] }), object({ a: text }), []],
  ["a member that is gone", object({ a: text, b: text }), object({ a: text }), ['Parameter "b" is no longer in the schema.']],
  [
    "all members gone, and nothing taken",
    object({ a: text }),
    { type: "object", additionalProperties: false },
    ['Parameter "a" is no longer accepted.'],
  ],
  ["all members gone, and anything taken", object({ a: text }), { type: "object" }, []],
  ["members that are described together", object({ a: text, b: text }), object({ a: text }, { additionalProperties: text }), []],
  ["another type", object({ a: text }), object({ a: { type: "integer" } }), ['Parameter "a" no longer accepts the type string.']],
  ["a wider type", object({ a: { type: "integer" } }), object({ a: { type: ["number", "null"] } }), []],
  ["a type where there was none", object({ a: {} }), object({ a: text }), ['Parameter "a" now accepts only the type string.']],
  [
    "fewer values",
    object({ a: { enum: ["x", "y"] } }),
    object({ a: { enum: ["x"] } }),
    ['Parameter "a" no longer accepts all of its former values.'],
  ],
  ["more values", object({ a: { enum: ["x"] } }), object({ a: { enum: ["x", "y"] } }), []],
  [
    "values where there were none",
    object({ a: text }),
    object({ a: { ...text, enum: ["x"] } }),
    ['Parameter "a" now accepts only certain values.'],
  ],
  ["a lower maximum", object({ a: { maximum: 9 } }), object({ a: { maximum: 5 } }), ['Parameter "a" has a stricter "maximum".']],
  ["a new minimum", object({ a: {} }), object({ a: { minimum: 1 } }), ['Parameter "a" has a stricter "minimum".']],
  ["a higher maximum", object({ a: { maximum: 5 } }), object({ a: { maximum: 9 } }), []],
  // Pinned schemas have no lengths and no patterns, so these would be found in tools that have not changed.
  ["a length and a pattern that ours does not tell", object({ a: text }), object({ a: { ...text, minLength: 1, pattern: "^x" } }), []],
  [
    "a deep member",
    object({ a: { type: "array", items: object({ b: text }) } }),
    object({ a: { type: "array", items: object({ c: text }) } }),
    ['Parameter "a/*/b" is no longer in the schema.'],
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
    ['Parameter "a" no longer accepts the type string.'],
  ],
  ["parts that say the same", object({ a: text }, { required: ["a"] }), { allOf: [object({ a: text }), { required: ["a"] }] }, []],
  ["a union, whose parts are not held against each other", object({ a: { anyOf: [text] } }), object({ a: { type: "integer" } }), []],
  ["nothing taken any more", object({ a: text }), false, ["The input is no longer accepted."]],
  ["no schema at all", object({ a: text }), undefined, []],
  ["the names of prototypes", object({ constructor: text }), object({ ["__proto__"]: text, constructor: text }), []],
])("the compiled input schema of a tool is compared with that of its server: %s", (_what, ours, theirs, differences) => {
  expect(compareSchemas(ours, theirs)).toEqual(differences);
});

test("a comparison of the schemas of two servers ends though the schemas contain themselves", () => {
  const tree = (type: string) => ({
    ...object({ node: { $ref: "#/$defs/Node" } }),
    $defs: { Node: object({ value: { type }, next: { $ref: "#/$defs/Node" } }) },
  });
  expect(compareSchemas(tree("string"), tree("string"))).toEqual([]);
  expect(compareSchemas(tree("string"), tree("integer"))).toEqual(['Parameter "node/value" no longer accepts the type string.']);
  let deep: object = text;
  for (let depth = 0; depth < 10_000; depth++) deep = object({ a: deep });
  expect(compareSchemas(deep, deep)).toEqual([]);
});

test("a comparison of two schemas names at most twenty differences", () => {
  const many = object(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, text])));
  expect(compareSchemas(many, object({ other: text }))).toHaveLength(20);
});

test("each tool that the list of a server lacks is a warning once", async () => {
  const toolset = defineToolset({
    format: 2,
    uses: [allParts],
    name: "shop",
    displayName: "Shop",
    connection: endpoint,
    transport: createMcp(),
  });
  const onDrift = vi.fn();
  const call = listingCall(toolset, { drift: "warn", onDrift });
  const list = new Map();
  for (const tool of ["find", "order", "find"]) await checkDrift(list, { ...call, tool });
  expect(onDrift.mock.calls.map(([drift]) => drift.tool)).toEqual(["find", "order"]);
});
