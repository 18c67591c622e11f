import type { Use } from "../../schema/library.ts";
import { isArray, isObject, type Json, member } from "../../source/json.ts";
import { sharedPrefix } from "../build-schema.ts";
import type { NamedSchemas } from "../schema-source.ts";

/**
 * Whether what a schema describes is an object. One without a `type` that speaks of members is taken for one:
 * documents that leave out `type: object` mean it.
 */
export function isObjectSchema({ schema }: Use, schemas: NamedSchemas): boolean {
  return describesObject(schema.json, schemas, new Set());
}

function describesObject(json: Json, schemas: NamedSchemas, passed: ReadonlySet<string>): boolean {
  if (!isObject(json)) return false;
  if (json.type !== undefined) return json.type === "object";
  const reference = json.$ref;
  if (typeof reference === "string" && reference.startsWith(sharedPrefix) && !passed.has(reference)) {
    const target = schemas.named(reference.slice(sharedPrefix.length));
    if (target !== undefined && describesObject(target.json, schemas, new Set([...passed, reference]))) return true;
  }
  const isOne = (part: Json) => describesObject(part, schemas, passed);
  if (isArray(json.allOf) && json.allOf.some(isOne)) return true;
  const choices = [json.anyOf, json.oneOf].filter(isArray);
  if (choices.length > 0) return choices.some((parts) => parts.length > 0 && parts.every(isOne));
  return isObject(member(json, "properties")) || isArray(member(json, "required")) || isObject(json.additionalProperties);
}
