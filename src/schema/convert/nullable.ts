import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { annotations } from "../keywords.ts";
import type { Grammar } from "./dialect.ts";

/**
 * Reads an alternative of `anyOf` or `oneOf`. An alternative that has only `nullable: true`, as schemars writes for an optional value,
 * means null. By the letter, it would accept every value, or have no effect.
 */
export function readAlternative(node: Json): Json {
  if (!isLoneNullable(node)) return node;
  const { nullable, ...others } = node;
  return { ...others, type: "null" };
}

/** Whether `nullable: true` in a schema, or alone in an item of its `allOf`, allows null. */
export function isNullable(node: JsonObject, grammar: Grammar): boolean {
  const { allOf } = node;
  return saysNullable(node, grammar) || (grammar.nullable && isArray(allOf) && allOf.some(isLoneNullable));
}

/** Whether a schema has a keyword that allows null in its dialect. */
export function saysNullable(node: JsonObject, grammar: Grammar): boolean {
  return (grammar.nullable && node.nullable === true) || (grammar.nullableExtension && node["x-nullable"] === true);
}

/** Whether a schema has only `nullable: true`, beside annotations. */
export function isLoneNullable(node: Json | undefined): node is JsonObject {
  return (
    isObject(node) && node.nullable === true && Object.keys(node).every((keyword) => keyword === "nullable" || annotations.has(keyword))
  );
}

/** The alternatives of a list, read by `readAlternative`. If none of them changes, the result is the list itself. */
export function readAlternatives(list: readonly Json[]): readonly Json[] {
  return list.some(isLoneNullable) ? list.map(readAlternative) : list;
}

/** The items of an `allOf` without the last ones if they have only `nullable`, which affects the schema with the `allOf`. */
export function withoutNullable(list: readonly Json[]): readonly Json[] {
  const last = list.findLastIndex((item) => !isLoneNullable(item));
  return last < 0 || last === list.length - 1 ? list : list.slice(0, last + 1);
}
