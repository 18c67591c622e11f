import { isArray, isObject, type JsonObject } from "../source/json.ts";
import { isBareReference, type ReferenceContext, type SchemaNode } from "./schema-node.ts";
import { variantsOf } from "./variants.ts";

/**
 * Finds a member that a closed object both requires and rejects in each of its alternatives: `additionalProperties` considers only the
 * `properties` of the same schema object, not the properties in alternatives, in `allOf` or in a referenced schema. `undefined` if some value
 * may match.
 */
export function findRefusedMember(schemaNode: SchemaNode, context: ReferenceContext): string | undefined {
  const { node } = schemaNode;
  if (!isObject(node) || !isClosedComposition(node) || isBareReference(node, context)) return undefined;
  const own = isObject(node.properties) ? node.properties : {};
  let refused: string | undefined;
  for (const { type, conjuncts } of variantsOf([schemaNode], context) ?? []) {
    const required = type === "object" ? conjuncts.flatMap((each) => (isArray(each.node.required) ? each.node.required : [])) : [];
    const name = required.find((each) => typeof each === "string" && !Object.hasOwn(own, each));
    if (typeof name !== "string") return undefined;
    refused ??= name;
  }
  return refused;
}

/** This cheap check comes first, because few schemas are closed and also composed of other schemas. */
function isClosedComposition(node: JsonObject): boolean {
  if (node.additionalProperties !== false || node.patternProperties !== undefined) return false;
  return ["allOf", "anyOf", "oneOf", "$ref"].some((keyword) => node[keyword] !== undefined);
}
