import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { literalType, type TypeNode, unionOf } from "./type-node.ts";

type Schemas = ReadonlyMap<string, { readonly json: JsonObject }>;

/**
 * For each alternative, an object type whose discriminator property has the values that `mapping` maps to the alternative (OpenAPI 3.1
 * §4.8.25). Alternatives that are null or have no name are omitted.
 */
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
  const isDiscriminated = discriminatedBy(property, schemas);
  for (const part of parts) {
    const name = sharedSchemaName(member(part, "$ref")) ?? "";
    const [target, values] = [schemas.get(name)?.json, byName.get(name)];
    // An alternative that accepts no objects cannot have the discriminator property.
    if (target === undefined || values === undefined || !mayBeObject(target) || isDiscriminated(target)) continue;
    const type = unionOf(values.map(literalType));
    found.set(part, { kind: "object", members: new Map([[property, { type, optional: false, schema: true }]]), index: undefined });
  }
  return found;
}

/** A function that returns whether an alternative itself specifies the values of its discriminator property. */
function discriminatedBy(property: string, schemas: Schemas): (alternative: Json) => boolean {
  const hasValues = throughout(listsValues, schemas);
  return throughout((schema) => {
    const own = member(member(schema, "properties"), property);
    return own !== undefined && hasValues(own);
  }, schemas);
}

function listsValues(schema: Json | undefined): boolean {
  return member(schema, "const") !== undefined || member(schema, "enum") !== undefined || member(schema, "type") === "null";
}

/**
 * Creates a function that tests a schema. The result is true if `holds` is true for the schema itself, for the target of its reference, or
 * for each of its alternatives. Each schema is tested once, so the function takes linear time. For a schema that refers only to itself, the
 * result is false.
 */
function throughout(holds: (schema: Json | undefined) => boolean, schemas: Schemas): (schema: Json | undefined) => boolean {
  const known = new Map<Json, boolean>();

  function test(schema: Json | undefined): boolean {
    if (!isObject(schema)) return holds(schema);
    const found = known.get(schema);
    if (found !== undefined) return found;
    known.set(schema, false);
    const result = holds(schema) || test(targetOf(schema)) || ["oneOf", "anyOf"].some((keyword) => areAll(member(schema, keyword)));
    known.set(schema, result);
    return result;
  }

  const areAll = (parts: Json | undefined) => isArray(parts) && parts.length > 0 && parts.every(test);
  const targetOf = (schema: Json) => schemas.get(sharedSchemaName(member(schema, "$ref")) ?? "")?.json;
  return test;
}

function mayBeObject({ type }: JsonObject): boolean {
  return type === undefined || type === "object" || (isArray(type) && type.includes("object"));
}
