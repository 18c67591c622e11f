import { nearest } from "../../../diagnostic/nearest.ts";
import { isObject } from "../../../source/json/json.ts";
import type { Resolution } from "../read/references.ts";
import type { ValidationSession } from "./shapes/shape.ts";

/**
 * The maximum number of names in a document that are compared with misspelt names. Without this limit, a document of 100 kB with thousands
 * of unknown names would take a minute, as each is compared with thousands of names. When the limit is reached, findings have no
 * suggestion.
 */
export const maxComparisons = 100_000;

/**
 * The name in the document that is most similar to `name`; `undefined` if no name is similar, or if the limit `maxComparisons` is reached.
 */
export function suggest(name: string, namesInDocument: () => readonly string[], { comparisons }: ValidationSession): string | undefined {
  if (comparisons.left <= 0) return undefined;
  const candidates = namesInDocument();
  comparisons.left -= candidates.length;
  return nearest(name, candidates);
}

/** For a reference without a target, the name that does not exist, and the most similar name in the same object. */
export function suggestTarget({ missing, within }: Extract<Resolution, { kind: "dangling" }>, session: ValidationSession) {
  return { missing, near: isObject(within) ? suggest(missing, () => Object.keys(within), session) : undefined };
}
