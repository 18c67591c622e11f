import { annotations } from "../../schema/keywords.ts";
import { isArray, type Json, type JsonObject } from "../../source/json/json.ts";

/** Whether a schema accepts every object. Such a schema has no effect in an `allOf` with another object schema. */
export function isAnyObject(schema: JsonObject | undefined): boolean {
  return schema?.type === "object" && Object.entries(schema).every(([keyword, value]) => keyword === "type" || isIgnored(keyword, value));
}

/** Whether a schema with `$ref` only repeats the `type` of its target. The TypeScript type of the target then describes the schema. */
export function isRedundantBesideReference(target: JsonObject | undefined, schema: JsonObject): boolean {
  if (target?.type === undefined || schema.type === undefined) return false;
  const types = listOf(schema.type);
  const isAlone = Object.entries(schema).every(([keyword, value]) => keyword === "type" || keyword === "$ref" || isIgnored(keyword, value));
  return isAlone && listOf(target.type).every((type) => types.includes(type));
}

/** Whether a keyword does not change the TypeScript type. */
function isIgnored(keyword: string, value: Json | undefined): boolean {
  if (keyword === "properties" || keyword === "required") return Object.keys(value ?? {}).length === 0;
  return annotations.has(keyword);
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}
