import { isObject, type SchemaObject, schemasByName, schemasIn } from "./schema.ts";

/** A schema of the profile `gemini-openapi` in Google's words: types in capitals, `nullable`, whole numbers as texts. */
export function spellOpenApi(schema: SchemaObject): SchemaObject {
  const { type, anyOf, items, properties, required, ...rest } = schema;
  const alternatives = schemasIn(anyOf).filter(isObject);
  const others = alternatives.filter((each) => each["type"] !== "null");
  const nullable = others.length < alternatives.length || type === "null" ? { nullable: true } : {};
  const [only] = others;
  // Null alone has no type of its own there.
  if (type === "null") return { type: "STRING", nullable: true, ...rest };
  if (alternatives.length > 0 && others.length === 1 && only !== undefined)
    return { ...spellOpenApi(only), ...spellRest(rest), ...nullable };
  return {
    ...(typeof type === "string" ? { type: type.toUpperCase() } : {}),
    ...(others.length > 0 ? { anyOf: others.map(spellOpenApi) } : {}),
    ...(isObject(items) ? { items: spellOpenApi(items) } : {}),
    ...(isObject(properties) && Object.keys(properties).length > 0
      ? {
          properties: Object.fromEntries(schemasByName(properties).map(([name, part]) => [name, isObject(part) ? spellOpenApi(part) : {}])),
        }
      : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
    ...spellRest(rest),
    ...nullable,
  };
}

const counts = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);

function spellRest(rest: SchemaObject): SchemaObject {
  const entries = Object.entries(rest).filter(([keyword]) => keyword !== "additionalProperties" && keyword !== "$defs");
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, counts.has(keyword) ? String(value) : value]));
}
