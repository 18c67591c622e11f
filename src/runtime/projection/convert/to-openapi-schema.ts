import { isRecord } from "../../json.ts";
import { type SchemaObject, schemasByName, schemasIn } from "../schema.ts";

/** Converts a schema of the profile `gemini-openapi` to Google's syntax: types in capitals, `nullable`, integer bounds as strings. */
export function toOpenApiSchema(schema: SchemaObject): SchemaObject {
  const { type, anyOf, items, properties, required, ...rest } = schema;
  const alternatives = schemasIn(anyOf).filter(isRecord);
  const others = alternatives.filter((each) => each["type"] !== "null");
  const nullable = others.length < alternatives.length || type === "null" ? { nullable: true } : {};
  const [only] = others;
  // Google's syntax has no null type, so a nullable string represents null.
  if (type === "null") return { type: "STRING", nullable: true, ...rest };
  if (alternatives.length > 0 && others.length === 1 && only !== undefined)
    return { ...toOpenApiSchema(only), ...convertOtherKeywords(rest), ...nullable };
  return {
    ...(typeof type === "string" ? { type: type.toUpperCase() } : {}),
    ...(others.length > 0 ? { anyOf: others.map(toOpenApiSchema) } : {}),
    ...(isRecord(items) ? { items: toOpenApiSchema(items) } : {}),
    ...(isRecord(properties) && Object.keys(properties).length > 0
      ? {
          properties: Object.fromEntries(
            schemasByName(properties).map(([name, part]) => [name, isRecord(part) ? toOpenApiSchema(part) : {}]),
          ),
        }
      : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
    ...convertOtherKeywords(rest),
    ...nullable,
  };
}

const counts = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);

function convertOtherKeywords(rest: SchemaObject): SchemaObject {
  const entries = Object.entries(rest).filter(([keyword]) => keyword !== "additionalProperties" && keyword !== "$defs");
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, counts.has(keyword) ? String(value) : value]));
}
