import { expect, test } from "vitest";
import { membersOfSchema, typescriptOf } from "../../src/describe/members.ts";
import { schema } from "../targets/program.ts";

test("the types of a tool's input and output have names that no shared schema has", () => {
  const schemas = new Map(["Input", "ToolInput", "ToolOutput"].map((name) => [name, schema({ type: "string", title: name })]));
  const references = ["Input", "ToolInput", "ToolOutput"].map((name) => [name, { $ref: `#/$defs/${name}` }]);
  const all = schema({ type: "object", properties: Object.fromEntries(references) });
  const text = typescriptOf(all, all, { schemas });
  const declared = [...text.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name]) => name);
  expect(declared).toEqual(["ToolToolInput", "Output", "Input", "ToolInput", "ToolOutput"]);
});

test("an integer is named in the members, where TypeScript says number", () => {
  const schemas = new Map([["Id", schema({ type: "integer" })]]);
  const properties = {
    id: { $ref: "#/$defs/Id" },
    limit: { type: "integer", default: 10 },
    parent: { type: ["integer", "null"] },
    ids: { type: "array", items: { type: "integer" } },
    price: { type: "number" },
    either: { type: ["integer", "number"] },
    owner: { type: "object", properties: { age: { type: "integer" } } },
  };
  const members = membersOfSchema(schema({ type: "object", properties }), { schemas });
  expect(members.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "id: integer",
    "limit: integer",
    "parent: integer",
    "ids: integer[]",
    "price: number",
    "either: number",
    "owner: object",
    "owner.age: integer",
  ]);
});
