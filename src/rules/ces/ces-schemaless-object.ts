import { type JsonObject, member } from "../../source/json/json.ts";
import { rule } from "../rule.ts";

export const cesSchemalessObject = rule<{ tool: string; name: string }>({
  code: "ces-schemaless-object",
  severity: "warning",
  set: "ces",
  summary: "an object without properties, which CES empties",
  price: 0,
  message: ({ tool, name }) =>
    `The parameter "${name}" of the tool "${tool}" is an object without properties, so CES forwards none of its members.`,
  help: "CES forwards only the members that the schema declares. Declare the properties.",

  *parameter({ tool, name, schema, place }) {
    if (tool.binding.transport === "http" && isSchemaless(schema)) yield { params: { tool: tool.id, name }, place: place() };
  },
});

function isSchemaless(schema: JsonObject): boolean {
  const hasKeyword = (keyword: string) => member(schema, keyword) !== undefined;
  return member(schema, "type") === "object" && !["properties", "additionalProperties", "allOf", "anyOf", "oneOf", "$ref"].some(hasKeyword);
}
