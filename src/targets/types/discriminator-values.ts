import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, type Json, type JsonObject, member } from "../../source/json.ts";
import { literalType, type TypeNode, unionOf } from "./type-node.ts";

/** The types of a discriminator's property in each alternative, by its mapping (OpenAPI 3.1 §4.8.25). Null and inline alternatives have none. */
export function discriminatorValues(
  parts: readonly Json[],
  { discriminator }: JsonObject,
  schemas: ReadonlyMap<string, { readonly json: JsonObject }>,
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
    if (target === undefined || values === undefined || isDiscriminated(target, property)) continue;
    const type = unionOf(values.map(literalType));
    found.set(part, { kind: "object", members: new Map([[property, { type, optional: false, schema: true }]]), index: undefined });
  }
  return found;
}

/** Whether the alternative itself specifies the values of its property. */
function isDiscriminated(alternative: Json | undefined, property: string): boolean {
  const own = member(member(alternative, "properties"), property);
  return member(own, "const") !== undefined || member(own, "enum") !== undefined;
}
