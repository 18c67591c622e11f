import { expect, test } from "vitest";
import { typescriptOf } from "../../src/describe/members.ts";
import { schema } from "../targets/program.ts";

test("the types of a tool's input and output have names that no shared schema has", () => {
  const schemas = new Map(["Input", "ToolInput", "ToolOutput"].map((name) => [name, schema({ type: "string", title: name })]));
  const references = ["Input", "ToolInput", "ToolOutput"].map((name) => [name, { $ref: `#/$defs/${name}` }]);
  const all = schema({ type: "object", properties: Object.fromEntries(references) });
  const text = typescriptOf(all, all, { schemas });
  const declared = [...text.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name]) => name);
  expect(declared).toEqual(["ToolToolInput", "Output", "Input", "ToolInput", "ToolOutput"]);
});
