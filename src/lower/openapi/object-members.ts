import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type JsonSchema } from "../../source/json.ts";
import { memberOf, type Property } from "../build-schema.ts";
import type { NamedSchemas } from "../schema-source.ts";

/** The keywords of a schema that only lists members. */
const plainKeywords = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "allOf",
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "$comment",
]);

/** The maximum depth of nested `allOf`. */
const maxNesting = 16;

/**
 * The members of an object schema, including those of its `allOf` and of its reference.
 * `undefined` if the schema has other assertions, such as on combinations of members, which apply only to the whole object.
 */
export function objectMembers(use: SchemaUse, schemas: NamedSchemas): Property[] | undefined {
  const parts = partsOf(use, schemas, 0);
  if (parts === undefined || (parts.length > 1 && parts.some(({ schema }) => schema.json.additionalProperties === false))) return undefined;
  const members = new Map<string, SchemaUse>();
  const required = new Set<string>();
  for (const part of parts) {
    const { properties, required: names } = part.schema.json;
    for (const name of isArray(names) ? names : []) required.add(String(name));
    for (const [name, json] of isObject(properties) ? Object.entries(properties) : []) {
      if (members.has(name) || !isObject(json)) return undefined; // Both schemas of the member apply, so it cannot be separated.
      members.set(name, memberOf(part, name, json));
    }
  }
  if (members.size === 0 || [...required].some((name) => !members.has(name))) return undefined;
  return [...members].map(([name, member]) => ({ name, use: member, required: required.has(name) }));
}

/** The object schemas that all apply, without `allOf`. */
function partsOf(use: SchemaUse, schemas: NamedSchemas, depth: number): SchemaUse[] | undefined {
  if (depth > maxNesting) return undefined;
  const target = referencedSchema(use, schemas);
  if (target !== undefined) return partsOf(target, schemas, depth + 1);
  const { json } = use.schema;
  if (Object.keys(json).some((keyword) => !plainKeywords.has(keyword))) return undefined;
  if (json.type !== "object" && (json.type !== undefined || (json.properties === undefined && json.allOf === undefined))) return undefined;
  if (json.additionalProperties !== undefined && json.additionalProperties !== false) return undefined;
  const parts: SchemaUse[] = json.properties === undefined && json.required === undefined ? [] : [use];
  for (const [index, part] of (isArray(json.allOf) ? json.allOf : []).entries()) {
    if (!isObject(part)) return undefined;
    const inner = partsOf(itemOf(use, index, part), schemas, depth + 1);
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return parts;
}

/** The target of a schema that is only a reference. */
export function referencedSchema(use: SchemaUse, schemas: NamedSchemas): SchemaUse | undefined {
  const { $ref, ...rest } = use.schema.json;
  const name = sharedSchemaName($ref);
  if (name === undefined || Object.keys(rest).some((keyword) => !["description", "title", "deprecated"].includes(keyword)))
    return undefined;
  const schema = schemas.named(name);
  return schema && { schema, uses: use.uses, broken: use.broken };
}

function itemOf({ schema, uses, broken }: SchemaUse, index: number, json: JsonSchema): SchemaUse {
  const inside = schema.moves.filter(({ at }) => at[0] === "allOf" && String(at[1]) === String(index));
  const moved = inside.findLast(({ at }) => at.length === 2)?.origin;
  const origin = moved ?? { ...schema.origin, path: [...schema.origin.path, "allOf", index] };
  const moves = inside.filter(({ at }) => at.length > 2).map((move) => ({ at: move.at.slice(2), origin: move.origin }));
  return { schema: { json, origin, moves }, uses, broken };
}
