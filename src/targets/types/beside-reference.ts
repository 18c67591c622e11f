import { annotations } from "../../schema/keywords.ts";
import { isArray, type Json, type JsonObject } from "../../source/json.ts";

/** Whether a schema only requires an object, which is redundant beside another schema of an object. */
export function isAnyObject(schema: JsonObject | undefined): boolean {
  return schema?.type === "object" && Object.entries(schema).every(([keyword, value]) => keyword === "type" || saysNothing(keyword, value));
}

/** Whether the only keyword beside a reference is a type that its target has, too. */
export function isRedundantBesideReference(target: JsonObject | undefined, schema: JsonObject): boolean {
  if (target?.type === undefined || schema.type === undefined) return false;
  const types = listOf(schema.type);
  const isAlone = Object.entries(schema).every(
    ([keyword, value]) => keyword === "type" || keyword === "$ref" || saysNothing(keyword, value),
  );
  return isAlone && listOf(target.type).every((type) => types.includes(type));
}

function saysNothing(keyword: string, value: Json | undefined): boolean {
  if (keyword === "properties" || keyword === "required") return Object.keys(value ?? {}).length === 0;
  return annotations.has(keyword);
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}
