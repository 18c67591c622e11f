import { defineTool, repairArguments, type SchemaSource, type Tool } from "@toolsetc/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "../cpu-time.ts";
import { isLong } from "../long.ts";
import { getItem } from "./store.ts";

function toolOf(input: SchemaSource): Tool {
  return defineTool<unknown, unknown, "t">({
    toolset: getItem.toolset,
    id: "t",
    name: "t",
    description: "",
    input,
    output: {},
    http: { method: "GET", path: "/" },
  });
}

const Point = () => ({ name: "Point", schema: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } });
const Tree = () => ({
  name: "Tree",
  schema: { type: "object", properties: { size: { type: "integer" }, children: { type: "array", items: { $ref: Tree } } } },
});

const tool = toolOf({
  type: "object",
  properties: {
    id: { type: "integer" },
    ratio: { type: "number" },
    name: { type: "string" },
    on: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    unit: { type: "string", enum: ["celsius", "fahrenheit", "Kelvin"] },
    level: { enum: [1, 2, "max"] },
    note: { type: ["string", "null"] },
    point: { $ref: Point },
    where: { anyOf: [{ $ref: Point }, { type: "string" }] },
    when: { oneOf: [{ type: "integer" }, { type: "string", format: "date" }] },
    tree: { $ref: Tree },
    labels: { type: "object", additionalProperties: { type: "integer" } },
    extra: { allOf: [{ type: "object", properties: { a: { type: "integer" } } }, { properties: { b: { type: "boolean" } } }] },
    anything: {},
  },
  additionalProperties: false,
});

test.each([
  // Text around the JSON.
  ["", {}],
  ["  \n", {}],
  ["null", {}],
  ['```json\n{"id": 1}\n```', { id: 1 }],
  ['Here you are: {"id": 1}. Good luck!', { id: 1 }],
  [JSON.stringify('{"id": 1}'), { id: 1 }],
  [JSON.stringify(JSON.stringify('{"id": "1"}')), { id: 1 }],
  // A name around the arguments.
  ['{"arguments": {"id": 1}}', { id: 1 }],
  ['{"input": "{\\"id\\": 1}"}', { id: 1 }],
  // Values for their texts, and texts for their values.
  ['{"id": "12"}', { id: 12 }],
  ['{"id": " -3 "}', { id: -3 }],
  ['{"id": "1.0"}', { id: 1 }],
  ['{"ratio": "0.5"}', { ratio: 0.5 }],
  ['{"on": "True"}', { on: true }],
  ['{"on": "false"}', { on: false }],
  ['{"name": 5}', { name: "5" }],
  ['{"name": true}', { name: "true" }],
  ['{"tags": "[\\"a\\", \\"b\\"]"}', { tags: ["a", "b"] }],
  ['{"point": "{\\"x\\": \\"1\\"}"}', { point: { x: 1 } }],
  // A list for its item.
  ['{"tags": "a"}', { tags: ["a"] }],
  ['{"tags": ["a", 1]}', { tags: ["a", "1"] }],
  // Members of an enum.
  ['{"unit": "Celsius"}', { unit: "celsius" }],
  ['{"unit": "KELVIN "}', { unit: "Kelvin" }],
  ['{"level": "2"}', { level: 2 }],
  // Nulls of what may be left out, but not of what may be null.
  ['{"id": 1, "name": null, "tags": null, "point": null, "where": null}', { id: 1 }],
  ['{"note": null, "anything": null}', { note: null, anything: null }],
  // Deeper down, through references, unions and maps.
  ['{"where": {"x": "2"}}', { where: { x: 2 } }],
  ['{"where": "home"}', { where: "home" }],
  ['{"when": "7"}', { when: 7 }],
  ['{"when": "2026-01-01"}', { when: "2026-01-01" }],
  ['{"tree": {"size": "1", "children": {"size": "2", "children": []}}}', { tree: { size: 1, children: [{ size: 2, children: [] }] } }],
  ['{"labels": {"__proto__": "1", "b": "2"}}', JSON.parse('{"labels": {"__proto__": 1, "b": 2}}')],
  ['{"extra": {"a": "1", "b": "true"}}', { extra: { a: 1, b: true } }],
])("arguments of a model are repaired: %s", (text, expected) => {
  expect(JSON.parse(repairArguments(tool, text) ?? "null")).toEqual(expected);
});

test.each([
  "{",
  "no arguments",
  "[]",
  "7",
  '{"id": "twelve"}',
  '{"id": "1.5"}',
  '{"id": 1, "unknown": 2}',
  '{"point": {"x": null}}',
  '{"unit": "rankine"}',
  '{"on": 1}',
])("arguments of a model are not repaired: %s", (text) => {
  expect(repairArguments(tool, text)).toBeUndefined();
});

test("the repair of arguments keeps a number with more digits than a number in JavaScript has", () => {
  const text = '{"id": "12345678901234567890"}';
  expect(repairArguments(toolOf({ type: "object", properties: { id: { type: ["integer", "boolean"] } } }), text)).toBeUndefined();
});

test("the repair of arguments does not unwrap a property of the schema that is named like a wrapper", () => {
  const wrapped = toolOf({ type: "object", properties: { input: { type: "object" } } });
  expect(repairArguments(wrapped, '{"input": {"a": 1}}')).toBe('{"input":{"a":1}}');
});

test("the repair of arguments does not unwrap a member of an object that takes any members", () => {
  expect(repairArguments(toolOf({ type: "object" }), '{"input": {"a": 1}}')).toBe('{"input":{"a":1}}');
});

test("the repair of arguments keeps nulls that the schema allows, however many there are", () => {
  const labelled = toolOf({
    type: "object",
    properties: { id: { type: "integer" }, labels: { type: "object", additionalProperties: { type: ["string", "null"] } } },
  });
  const labels = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`label ${index}`, null]));
  expect(repairArguments(labelled, JSON.stringify({ id: "1", labels }))).toBe(JSON.stringify({ id: 1, labels }));
});

test("the repair of arguments ends for schemas that contain themselves and for deep values", () => {
  const Loop = () => ({ name: "Loop", schema: { $ref: Loop } });
  expect(repairArguments(toolOf({ type: "object", properties: { a: { $ref: Loop } } }), '{"a": 1}')).toBeUndefined();
  const deep = `{"tree": ${'{"children": ['.repeat(500)}${"]}".repeat(500)}}`;
  expect(() => repairArguments(tool, deep)).not.toThrow();
  expect(repairArguments(tool, '"'.repeat(1001))).toBeUndefined();
});

test("the repair of arguments ends for unions that refer to themselves", { timeout: 300_000 }, () => {
  const branch = { type: "object", properties: { left: {}, right: {}, end: { type: "integer" } }, required: ["end"] };
  const Union = () => ({
    name: "Union",
    schema: { anyOf: Array.from({ length: 4 }, () => ({ ...branch, properties: { ...branch.properties, left: { $ref: Union } } })) },
  });
  const looping = toolOf({ type: "object", properties: { a: { $ref: Union } } });
  const value = Array.from({ length: isLong ? 60 : 10 }).reduce((inner) => ({ left: inner }), { end: "x" });
  const text = JSON.stringify({ a: value });
  const check = cpuTime(() => looping.inputSchema["~standard"].validate(JSON.parse(text)), 2_000);
  // The check alone takes its time; to repair takes a few times that, whatever the depth.
  const limit = 5 * check + 1_000;
  expect(cpuTime(() => repairArguments(looping, text), limit)).toBeLessThan(limit);
});

test("the repair of arguments keeps valid ones, and changes repaired ones no further", () => {
  const value = fc.record(
    {
      id: fc.integer(),
      name: fc.string(),
      on: fc.boolean(),
      tags: fc.array(fc.string()),
      note: fc.option(fc.string()),
      where: fc.oneof(fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }) }), fc.string()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(given);
      expect(repairArguments(tool, text)).toBe(text);
      // All leaves as texts: what comes out passes, and stays.
      const repaired = repairArguments(
        tool,
        JSON.stringify(given, (_key, leaf) => (typeof leaf === "number" ? String(leaf) : leaf)),
      );
      if (repaired !== undefined) expect(repairArguments(tool, repaired)).toBe(repaired);
    }),
  );
});
