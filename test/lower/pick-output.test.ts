import { expect, test } from "vitest";
import { codesOf, lowerTexts, shop, toolOf } from "./lower-texts.ts";

const thing = {
  type: "object",
  properties: { id: { type: "integer" }, title: { type: "string" }, owner: { $ref: "#/components/schemas/Owner" } },
  required: ["id", "owner"],
};
const components = {
  schemas: { Thing: thing, Owner: { type: "object", properties: { name: { type: "string" } } }, Count: { type: "integer" } },
};
const reference = { $ref: "#/components/schemas/Thing" };

async function pickFrom(schema: unknown, pick: readonly string[]) {
  const responses = { "200": { description: "Done.", content: { "application/json": { schema } } } };
  const paths = { "/things": { get: { operationId: "find", responses } } };
  const config = { overrides: { shop: { tools: { find: { output: { pick } } } } } };
  const lowered = await lowerTexts(shop(paths, { components }, config));
  return { ...lowered, tool: toolOf(lowered, "find") };
}

test("`pick` selects members of the output, and removes shared schemas that none of them uses", async () => {
  const { tool, program, diagnostics } = await pickFrom(reference, ["id", "title"]);
  expect(tool.output.json).toEqual({
    type: "object",
    properties: { id: { type: "integer" }, title: { type: "string" } },
    required: ["id"],
  });
  expect(tool.output.moves).toContainEqual({
    at: ["properties", "id"],
    origin: expect.objectContaining({ path: ["components", "schemas", "Thing", "properties", "id"] }),
  });
  expect(tool.trim.pick).toEqual(["id", "title"]);
  expect([...(program.toolsets[0]?.schemas.keys() ?? [])]).toEqual([]);
  expect(diagnostics).toEqual([]);
});

test("`pick` selects members of each item if the output is a list", async () => {
  const { tool, program } = await pickFrom({ type: "array", items: reference }, ["owner"]);
  const item = { type: "object", properties: { owner: { $ref: "#/$defs/Owner" } }, required: ["owner"] };
  expect(tool.output.json).toEqual({ type: "object", properties: { result: { type: "array", items: item } }, required: ["result"] });
  expect([...(program.toolsets[0]?.schemas.keys() ?? [])]).toEqual(["Owner"]);
});

test("`pick` with an unknown member is an error if all members are known", async () => {
  const { tool, diagnostics } = await pickFrom(reference, ["id", "titel"]);
  expect(diagnostics.map(({ code, message, place }) => [code, message, "path" in place && place.path.at(-1)])).toEqual([
    ["unknown-output-member", 'The output of the tool "find" has no member "titel". Did you mean "title"?', 1],
  ]);
  expect(tool.output.json.properties).toEqual({ id: { type: "integer" } });
});

test("`pick` of a member that is not described gives it a schema that accepts everything", async () => {
  const { tool, diagnostics } = await pickFrom({ anyOf: [reference, { type: "object", properties: { a: {} } }] }, ["id"]);
  expect(tool.output.json).toEqual({ type: "object", properties: { id: {} }, required: [] });
  expect(codesOf(diagnostics)).toEqual([]);
});

test.each([
  [{ type: "string" }, "a string"],
  [{ $ref: "#/components/schemas/Count" }, "a number"],
  [{ type: "array", items: { type: "string" } }, "an array of strings"],
])("`pick` is an error for a result without members, which stays whole: %j", async (schema, found) => {
  const { tool, diagnostics } = await pickFrom(schema, ["id", "title"]);
  expect(diagnostics.map(({ code, message, place }) => [code, message, "path" in place && place.path.at(-1)])).toEqual([
    ["pick-without-members", `\`pick\` is ignored for the tool "find", because its output is ${found}.`, 0],
  ]);
  const whole = "$ref" in schema ? { $ref: "#/$defs/Count" } : schema;
  expect(tool.output.json.properties).toEqual({ result: whole });
});

test("`pick` is an error for a result without content, unless it may also be an object", async () => {
  const pickOf = async (responses: unknown) => {
    const config = { overrides: { shop: { tools: { drop: { output: { pick: ["id"] } } } } } };
    const { diagnostics } = await lowerTexts(shop({ "/things": { delete: { operationId: "drop", responses } } }, { components }, config));
    return diagnostics.map(({ message }) => message);
  };
  const none = { description: "Done." };
  const some = { description: "Done.", content: { "application/json": { schema: reference } } };
  expect(await pickOf({ "204": none })).toEqual(['`pick` is ignored for the tool "drop", because its output is null.']);
  expect(await pickOf({ "200": some, "204": none })).toEqual([]);
});
