import { isObject, type JsonObject } from "../../source/json/json.ts";
import { eachSubschema, isInPlace } from "../keywords.ts";
import { childNode, isBareReference, nodeOf, type SchemaNode, targetOf } from "../schema-node.ts";
import type { ConversionContext } from "./conversion-context.ts";
import { widens } from "./facts.ts";

/**
 * Whether the conversion omits a keyword that evaluates members or items of a value, from a schema or a subschema for the same value. These
 * members and items would then be unevaluated.
 */
export function omitsEvaluation(schema: JsonObject, context: ConversionContext): boolean {
  const { facts, direction, tree, here } = context;
  const visited = new Set<JsonObject>();
  // Not recursive, because a chain of references may contain all schemas of a document.
  const waiting: SchemaNode[] = [{ node: schema, tree, place: here }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (!isObject(node) || visited.has(node)) continue;
    visited.add(node);
    const target = targetOf(next, context);
    if (target !== undefined && widens(facts.of(target), direction)) waiting.push(nodeOf(target));
    if (isBareReference(node, context)) continue;
    if (omitsPattern(node, context)) return true;
    if (node.if !== undefined && widens(facts.at(node.if, childNode(next, node.if, "if").place), direction)) return true;
    eachSubschema(node, (child, keyword, step) => {
      if (!isInPlace(keyword) || keyword === "not") return;
      waiting.push(childNode(next, child, ...(step === undefined ? [keyword] : [keyword, step])));
    });
  }
  return false;
}

/** Whether the conversion omits some pattern of `patternProperties`. */
export function omitsPattern({ patternProperties: patterns }: JsonObject, { checkPattern }: ConversionContext): boolean {
  return isObject(patterns) && Object.keys(patterns).some((pattern) => checkPattern(pattern).kind !== "safe");
}
