import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, member } from "../../source/json.ts";
import type { NamedSchemas } from "../schema-source.ts";

/**
 * Whether a schema describes an object. A schema with keywords for members and without a `type` does, because many
 * documents omit `type: object`.
 */
export function isObjectSchema({ schema }: SchemaUse, schemas: NamedSchemas): boolean {
  return describesObject(schema.json, schemas, new Set());
}

function describesObject(json: Json, schemas: NamedSchemas, passed: ReadonlySet<string>): boolean {
  if (!isObject(json)) return false;
  if (json.type !== undefined) return json.type === "object";
  const name = sharedSchemaName(json.$ref);
  if (name !== undefined && !passed.has(name)) {
    const target = schemas.named(name);
    if (target !== undefined && describesObject(target.json, schemas, new Set([...passed, name]))) return true;
  }
  const isOne = (part: Json) => describesObject(part, schemas, passed);
  if (isArray(json.allOf) && json.allOf.some(isOne)) return true;
  const choices = [json.anyOf, json.oneOf].filter(isArray);
  if (choices.length > 0) return choices.some((parts) => parts.length > 0 && parts.every(isOne));
  return isObject(member(json, "properties")) || isArray(member(json, "required")) || isObject(json.additionalProperties);
}
