import type { Schema } from "../../ir/ir.ts";
import type { ConvertedSchema } from "../../schema/convert/converted.ts";
import { roles } from "../../schema/keywords.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";

/**
 * Creates a function that converts every description in a schema with `convert`, and keeps the authored schema as `documented`. Schemas and
 * descriptions that tools share are converted once. Unchanged parts are not copied.
 */
export function createDescriber(convert: (text: string) => string): (schema: ConvertedSchema) => Schema {
  const texts = new Map<string, string>();
  const schemas = new WeakMap<JsonObject, JsonObject>();

  function convertText(text: string): string {
    const known = texts.get(text) ?? convert(text);
    texts.set(text, known);
    return known;
  }

  function convertSchema(schema: JsonObject): JsonObject {
    const known = schemas.get(schema);
    if (known !== undefined) return known;
    let changed: { [keyword: string]: Json } | undefined;
    for (const keyword in schema) {
      const value = schema[keyword] ?? null;
      const converted = convertKeyword(keyword, value);
      if (converted === value) continue;
      changed ??= { ...schema };
      changed[keyword] = converted;
    }
    const result = changed ?? schema;
    schemas.set(schema, result);
    return result;
  }

  function convertKeyword(keyword: string, value: Json): Json {
    if (typeof value === "string") return keyword === "description" ? convertText(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const role = roles.get(keyword);
    if (role === "members" || role === "dependencies") return isObject(value) ? convertMembers(value) : value;
    if (role !== "schemas" && role !== "items" && role !== "schema" && role !== "additionalItems") return value;
    return isArray(value) ? convertItems(value) : convertSubschema(value);
  }

  function convertSubschema(value: Json): Json {
    return isObject(value) ? convertSchema(value) : value;
  }

  function convertItems(items: readonly Json[]): readonly Json[] {
    const converted = items.map(convertSubschema);
    return converted.every((item, index) => item === items[index]) ? items : converted;
  }

  function convertMembers(members: JsonObject): JsonObject {
    const entries = Object.entries(members);
    const converted = entries.map(([name, value]): [string, Json] => [name, convertSubschema(value)]);
    return converted.every(([, value], index) => value === entries[index]?.[1]) ? members : Object.fromEntries(converted);
  }

  return (schema) => ({ ...schema, json: convertSchema(schema.json), documented: schema.json });
}
