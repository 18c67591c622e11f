import { isArray, isObject, type JsonObject } from "../../source/json/json.ts";
import { isBareReference, type ReferenceContext, type SchemaNode } from "../schema-node.ts";
import { partOf, stepsOfQuestion } from "./budget.ts";
import type { Reasoning } from "./reasoning.ts";
import { variantsOf } from "./variants.ts";

/**
 * Finds a member that a closed object both requires and rejects in each of its alternatives. This happens since `additionalProperties`
 * considers only the `properties` of the same schema object, not those in alternatives, in `allOf` or in a referenced schema. The result is
 * `undefined` if some object may match.
 */
export function findRefusedMember(
  schemaNode: SchemaNode,
  context: ReferenceContext & { readonly reasoning: Reasoning },
): string | undefined {
  const { node } = schemaNode;
  const { reasoning } = context;
  if (!isObject(node) || !isClosedComposition(node) || isBareReference(node, context)) return undefined;
  const own = isObject(node.properties) ? node.properties : {};
  let refused: string | undefined;
  const variants = variantsOf([schemaNode], { ...context, budget: partOf(reasoning.budget, stepsOfQuestion) });
  if (variants === undefined) reasoning.leaveOpen("whether some object matches this schema", schemaNode.place());
  for (const { type, conjuncts } of variants ?? []) {
    const required = type === "object" ? conjuncts.flatMap((each) => (isArray(each.node.required) ? each.node.required : [])) : [];
    const isDeclared = (name: string) =>
      conjuncts.some((each) => Object.hasOwn(isObject(each.node.properties) ? each.node.properties : {}, name));
    const name = required.find((each) => typeof each === "string" && !Object.hasOwn(own, each) && !isDeclared(each));
    if (typeof name !== "string") return undefined;
    refused ??= name;
  }
  return refused;
}

/** Whether a schema is closed and also composed of other schemas. Few schemas are, so this cheap check comes first. */
function isClosedComposition(node: JsonObject): boolean {
  if (node.additionalProperties !== false || node.patternProperties !== undefined) return false;
  return ["allOf", "anyOf", "oneOf", "$ref"].some((keyword) => node[keyword] !== undefined);
}
