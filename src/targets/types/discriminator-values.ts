import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json.ts";
import { literalType, type TypeNode, unionOf } from "./type-node.ts";

type Schemas = ReadonlyMap<string, { readonly json: JsonObject }>;

/** The types of a discriminator's property in each alternative, by its mapping (OpenAPI 3.1 §4.8.25). Null and inline alternatives have none. */
export function discriminatorValues(
  parts: readonly Json[],
  { discriminator }: JsonObject,
  schemas: Schemas,
): Map<Json, TypeNode> | undefined {
  const [property, mapping] = [member(discriminator, "propertyName"), member(discriminator, "mapping")];
  if (typeof property !== "string" || !isObject(mapping)) return undefined;
  const byName = new Map<string, Json[]>();
  for (const [value, target] of Object.entries(mapping)) {
    const name = typeof target === "string" ? target.slice(target.lastIndexOf("/") + 1) : "";
    byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  const found = new Map<Json, TypeNode>();
  for (const part of parts) {
    const name = sharedSchemaName(member(part, "$ref")) ?? "";
    const [target, values] = [schemas.get(name)?.json, byName.get(name)];
    // An array or a text has no property to tell it by.
    if (target === undefined || values === undefined || !mayBeObject(target) || isDiscriminated(target, property, schemas)) continue;
    const type = unionOf(values.map(literalType));
    found.set(part, { kind: "object", members: new Map([[property, { type, optional: false, schema: true }]]), index: undefined });
  }
  return found;
}

/** Whether the alternative itself specifies the values of its property. */
function isDiscriminated(alternative: Json, property: string, schemas: Schemas): boolean {
  const specifies = (schema: Json | undefined) => {
    const own = member(member(schema, "properties"), property);
    return own !== undefined && holdsThroughout(own, listsValues, schemas, new Set());
  };
  return holdsThroughout(alternative, specifies, schemas, new Set());
}

function listsValues(schema: Json | undefined): boolean {
  return member(schema, "const") !== undefined || member(schema, "enum") !== undefined || member(schema, "type") === "null";
}

/** Whether something holds for a schema, for what it refers to, or for each of its alternatives. */
function holdsThroughout(
  schema: Json | undefined,
  holds: (schema: Json | undefined) => boolean,
  schemas: Schemas,
  open: ReadonlySet<string>,
): boolean {
  if (holds(schema)) return true;
  const name = sharedSchemaName(member(schema, "$ref"));
  const within = new Set([...open, ...(name === undefined ? [] : [name])]);
  if (name !== undefined && !open.has(name) && holdsThroughout(schemas.get(name)?.json, holds, schemas, within)) return true;
  return ["oneOf", "anyOf"].some((keyword) => {
    const parts = member(schema, keyword);
    return isArray(parts) && parts.length > 0 && parts.every((part) => holdsThroughout(part, holds, schemas, open));
  });
}

function mayBeObject({ type }: JsonObject): boolean {
  return type === undefined || type === "object" || (isArray(type) && type.includes("object"));
}
