import { nearest } from "../../diagnostic/nearest.ts";
import { isObject } from "../../source/json.ts";
import type { Resolution } from "./references.ts";
import type { ValidationSession } from "./shapes/shape.ts";

/**
 * The maximum number of names in a document that are compared with misspelt names. Without it, a document of 100 kB with thousands of unknown
 * names would take a minute, as each is compared with thousands of others. Findings after the limit have no suggestion.
 */
export const maxComparisons = 100_000;

/** The name in the document that is most similar to `name`; `undefined` if no name is similar, or after `maxComparisons`. */
export function suggest(name: string, namesInDocument: () => readonly string[], { comparisons }: ValidationSession): string | undefined {
  if (comparisons.left <= 0) return undefined;
  const candidates = namesInDocument();
  comparisons.left -= candidates.length;
  return nearest(name, candidates);
}

/** The name that a reference without a target refers to, and the most similar name that exists in the same place. */
export function suggestTarget({ missing, within }: Extract<Resolution, { kind: "dangling" }>, session: ValidationSession) {
  return { missing, near: isObject(within) ? suggest(missing, () => Object.keys(within), session) : undefined };
}
