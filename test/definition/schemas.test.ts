import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, expectTypeOf, test } from "vitest";
import type { Toolset } from "../../src/definition/compiled/authored.ts";
import { schemas } from "../../src/definition/compiled/schemas.ts";
import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { folderHost } from "../project/folder-host.ts";
import { loadAndCheck } from "../project/load-texts.ts";

const names = Object.keys(schemas);

function schemaOf(name: string): Json {
  return JSON.parse(schemas[name] ?? "");
}

test("the published JSON Schemas are those of definitions, environments and snapshots", () => {
  expect(names).toEqual(["toolset", "tool", "environment", "config", "tools-snapshot", "connection-snapshot"]);
});

test.each(names)("the published JSON Schema %s refers to no other file, and describes each member", (name) => {
  const schema = schemaOf(name);
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `https://toolsetc.dev/schemas/${name}.schema.json`,
  });
  new Ajv2020({ strict: false }).compile(isObject(schema) ? { ...schema } : {});
  expect(undescribed(schema, [])).toEqual([]);
});

/** The fields without a description. A field in a condition (`if`) is described where it stands. */
function undescribed(value: Json, path: readonly string[]): string[] {
  if (isArray(value)) return value.flatMap((item, index) => undescribed(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  const isDescribed = isObject(value.properties) && path.at(-1) !== "properties" && path.at(-1) !== "if";
  const fields = isDescribed && isObject(value.properties) ? Object.entries(value.properties) : [];
  const bare = fields.filter(
    ([key, field]) =>
      isObject(field) && field.description === undefined && field.$ref === undefined && key !== "seconds" && key !== "nanos",
  );
  const below = Object.entries(value).flatMap(([key, item]) => undescribed(item, [...path, key]));
  return [...bare.map(([key]) => [...path, key].join("/")), ...below];
}

test("the published JSON Schema of a toolset rejects two kinds in one definition", () => {
  const validate = new Ajv2020({ strict: false }).compile(schemaOf("toolset") as object); // Every published schema is an object.
  const mcpToolset = { serverAddress: "https://example.com/mcp" };
  expect(validate({ mcpToolset })).toBe(true);
  expect(validate({})).toBe(false);
  expect(validate({ mcpToolset, openApiToolset: { openApiSchema: "a.yaml" } })).toBe(false);
});

test("the TypeScript types of definitions have enums as their names, and optional fields", () => {
  expectTypeOf<NonNullable<Toolset["executionType"]>>().toEqualTypeOf<"SYNCHRONOUS" | "ASYNCHRONOUS" | "EXECUTION_TYPE_UNSPECIFIED">();
  expectTypeOf<NonNullable<Toolset["mcpToolset"]>["serverAddress"]>().toEqualTypeOf<string | undefined>();
});

// Nothing of ours validates with these: the reading of a snapshot says what costs which tool. They are for editors.
test("the JSON Schemas of snapshots accept valid snapshots and reject others", () => {
  const [validateToolsSnapshot, validateConnectionSnapshot] = ["tools-snapshot", "connection-snapshot"].map((name) => {
    const schema = schemaOf(name);
    return new Ajv2020({ strict: false }).compile(isObject(schema) ? { ...schema } : {});
  }) as [ValidateFunction, ValidateFunction]; // As many as there are names.
  expect(
    validateToolsSnapshot({
      formatVersion: "1.0",
      tools: [
        { name: "a", inputSchema: { type: "object" } },
        { displayName: "b", mcpTool: { name: "b" } },
      ],
    }),
  ).toBe(true);
  expect(validateToolsSnapshot({ tools: [{ name: "a" }] })).toBe(false);
  expect(
    validateConnectionSnapshot({
      connection: "projects/a/locations/b/connections/c",
      entityTypes: [{ entity: "Ticket", operations: ["LIST"] }],
      actions: [],
    }),
  ).toBe(true);
  expect(validateConnectionSnapshot({ entityTypes: {} })).toBe(false);
});

test("the files of the example project match their JSON Schemas", async () => {
  const { accepted, findings } = await loadAndCheck(folderHost(new URL("../../toolsets", import.meta.url).pathname));
  expect(findings.map(({ code, mark, message }) => `${mark.file}:${mark.start.line} ${code} ${message}`)).toEqual([]);
  expect(new Set(accepted.map(({ kind }) => kind))).toEqual(new Set(["openapi", "mcp", "connector", "client"]));
});
