import { expect, test } from "vitest";
import { checkConnection } from "../../../src/document/connection/check-connection.ts";
import { dataTypes, schemaOfDataType } from "../../../src/document/connection/data-type.ts";
import { parseTree } from "../../../src/source/parse-tree.ts";

const read = (value: unknown) => checkConnection(parseTree({ path: "snapshots/crm.connection.json", text: JSON.stringify(value) }));

test("a connection's snapshot with a RuntimeEntitySchema is read: fields with data types", () => {
  const { value, diagnostics } = read({
    connection: "projects/p/locations/l/connections/c",
    entityTypes: [
      {
        entity: "Ticket",
        operations: ["LIST"],
        fields: [
          { field: "Id", dataType: "DATA_TYPE_INTEGER", key: true, readonly: true },
          { field: "Note", dataType: "DATA_TYPE_VARCHAR", nullable: true, description: "Words.", defaultValue: "-" },
          { field: "Status", dataType: "DATA_TYPE_VARCHAR", nullable: false },
          { field: "Odd", dataType: "DATA_TYPE_VARCHER" },
          { field: "Rank", dataType: "DATA_TYPE_INTEGER", nullable: false, defaultValue: 1 },
          { field: "Kind", dataType: "DATA_TYPE_VARCHAR", nullable: false, defaultValue: null },
        ],
      },
    ],
    actions: [],
  });
  const fields = value.entities.get("Ticket")?.fields ?? [];
  expect(
    fields.map(({ name, schema, notes, required, isReadOnly }) => [name, "json" in schema && schema.json, notes, required, isReadOnly]),
  ).toEqual([
    ["Id", { type: "integer" }, {}, false, true],
    ["Note", { type: ["string", "null"] }, { description: "Words.", default: "-" }, false, false],
    ["Status", { type: "string" }, {}, true, false],
    ["Odd", {}, {}, false, false],
    ["Rank", { type: "integer" }, { default: 1 }, false, false],
    ["Kind", { type: "string" }, {}, true, false],
  ]);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      "unknown-data-type",
      '"DATA_TYPE_VARCHER" is not a data type of Integration Connectors, so any value is accepted for the field. Did you mean "DATA_TYPE_VARCHAR"?',
    ],
  ]);
});

test("a connection's snapshot with an EntityType in an operation is read: a JSON Schema for all fields", () => {
  const jsonSchema = {
    type: ["object"],
    properties: { a: { type: ["string", "null"] }, b: { type: ["integer"], readOnly: true } },
    required: ["a"],
  };
  const { value } = read({ entityTypes: [{ done: true, response: { name: "projects/p/connections/c/entityTypes/Order", jsonSchema } }] });
  const fields = value.entities.get("Order")?.fields ?? [];
  expect(fields.map(({ name, required, isReadOnly }) => [name, required, isReadOnly])).toEqual([
    ["a", true, false],
    ["b", false, true],
  ]);
  expect(fields.map(({ schema }) => "place" in schema && schema.place.path)).toEqual([
    ["entityTypes", 0, "response", "jsonSchema", "properties", "a"],
    ["entityTypes", 0, "response", "jsonSchema", "properties", "b"],
  ]);
});

test("a connection's snapshot is read with actions in each of their forms", () => {
  const { value, diagnostics } = read({
    actions: [
      {
        action: "Assign",
        displayName: "Assign it",
        inputParameters: [{ parameter: "Id", dataType: "DATA_TYPE_UUID", nullable: false }],
        resultMetadata: [{ field: "Ok", dataType: "DATA_TYPE_BIT" }],
      },
      { name: "x/actions/Send", inputJsonSchema: { type: "object", properties: { to: {} } }, outputJsonSchema: { properties: { id: {} } } },
      { action: "Text", inputSchemaAsString: JSON.stringify({ properties: { q: {} }, required: ["q"] }), resultSchemaAsString: "" },
      { action: "Broken", inputSchemaAsString: "[1]" },
    ],
  });
  expect(
    [...value.actions].map(([name, { inputs, results }]) => [name, inputs.map((field) => field.name), results.map((field) => field.name)]),
  ).toEqual([
    ["Assign", ["Id"], ["Ok"]],
    ["Send", ["to"], ["id"]],
    ["Text", ["q"], []],
  ]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["invalid-schema-string"]);
  expect([...value.refused]).toEqual(["Broken"]);
});

test("items without a name, duplicate items and files that are not snapshots are errors", () => {
  expect(read({ entityTypes: [{}, { entity: "A" }, { entity: "A" }] }).diagnostics.map(({ code }) => code)).toEqual([
    "unnamed-connection-item",
    "duplicate-connection-item",
  ]);
  expect(read({ tools: [] })).toMatchObject({ value: { isReadable: false }, diagnostics: [{ code: "invalid-snapshot" }] });
});

test("every data type of Integration Connectors has a JSON Schema", () => {
  expect(dataTypes).toHaveLength(45);
  expect(dataTypes.filter((name) => schemaOfDataType(name) === undefined)).toEqual([]);
});
