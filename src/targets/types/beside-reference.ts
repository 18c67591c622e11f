import { annotations } from "../../schema/keywords.ts";
import { isArray, type Json, type JsonObject } from "../../source/json.ts";

/** Whether a schema only requires an object, which is redundant beside another object schema. */
export function isAnyObject(schema: JsonObject | undefined): boolean {
  return schema?.type === "object" && Object.entries(schema).every(([keyword, value]) => keyword === "type" || isIgnored(keyword, value));
}

/** Whether a schema with a reference repeats only the type of its target, so that the type of the target is enough. */
export function isRedundantBesideReference(target: JsonObject | undefined, schema: JsonObject): boolean {
  if (target?.type === undefined || schema.type === undefined) return false;
  const types = listOf(schema.type);
  const isAlone = Object.entries(schema).every(([keyword, value]) => keyword === "type" || keyword === "$ref" || isIgnored(keyword, value));
  return isAlone && listOf(target.type).every((type) => types.includes(type));
}

/** Whether a keyword has no influence on the type. */
function isIgnored(keyword: string, value: Json | undefined): boolean {
  if (keyword === "properties" || keyword === "required") return Object.keys(value ?? {}).length === 0;
  return annotations.has(keyword);
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}
