import { originOf } from "../../schema/origin-of.ts";
import { isObject, type Json, member } from "../../source/json.ts";
import { rule } from "../rule.ts";

export const schemalessObject = rule<{ tool: string; name: string }>({
  code: "ces-schemaless-object",
  severity: "warning",
  profile: "ces",
  message: ({ tool, name }) => `"${name}" of "${tool}" is an object without properties.`,
  help: "CES forwards only the members that the schema names, so this one arrives empty. Name its properties.",

  *check({ program }) {
    for (const tool of program.toolsets.flatMap(({ tools }) => tools)) {
      if (tool.binding.transport !== "http") continue;
      const properties = member(tool.input.json, "properties");
      for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
        if (isSchemaless(schema)) yield { params: { tool: tool.id, name }, place: originOf(tool.input, ["properties", name]) };
      }
    }
  },
});

function isSchemaless(schema: Json): boolean {
  const hasKeyword = (keyword: string) => member(schema, keyword) !== undefined;
  return member(schema, "type") === "object" && !["properties", "additionalProperties", "allOf", "anyOf", "oneOf", "$ref"].some(hasKeyword);
}
