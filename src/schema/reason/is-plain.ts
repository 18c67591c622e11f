import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { isOfType } from "../is-of-type.ts";
import type { SchemaPart } from "./schema-part.ts";

/** Whether a schema obviously accepts some value. Most schemas do. */
export function isPlain(node: Json): boolean {
  if (!isObject(node)) return false;
  for (const keyword in node) {
    if (refusing.has(keyword) && !(keyword === "enum" && isFirstFitting(node))) return false;
    const upperBound = bounds.get(keyword);
    if (upperBound !== undefined && node[upperBound] !== undefined) return false;
  }
  return true;
}

function isFirstFitting({ type, enum: values }: JsonObject): boolean {
  return typeof type === "string" && isArray(values) && values[0] !== undefined && isOfType(values[0], type);
}

/** Keywords that may reject every value. `minItems` is one of these, because the schema of the required items may accept no value. */
const refusing: ReadonlySet<string> = new Set(
  "$ref allOf anyOf oneOf not enum const required minimum exclusiveMinimum minItems".split(" "),
);

/** Lower bounds, each with the upper bound. A lower bound rejects every value only together with its upper bound. */
const bounds: ReadonlyMap<string, string> = new Map([
  ["minLength", "maxLength"],
  ["minProperties", "maxProperties"],
]);

/** Whether some value obviously matches all of `parts`, which is so for most of them. */
export function isObviouslyPossible([first, second]: readonly SchemaPart[]): boolean {
  return first !== undefined && second === undefined && isPlain(first.node);
}
