import type { Json } from "../../../source/json/json.ts";

/** The result of a search: a value; "none" if no value exists; or "unknown" if the search cannot decide whether a value exists. */
export type Solution = { readonly kind: "value"; readonly value: Json } | { readonly kind: "none" } | { readonly kind: "unknown" };

export const noValue: Solution = { kind: "none" };
export const unknownValue: Solution = { kind: "unknown" };

export function valueFound(value: Json): Solution {
  return { kind: "value", value };
}

/** Tries candidates in order until a value is found for one of them. The result is "none" only if it is "none" for every candidate. */
export function firstOf<Candidate>(candidates: Iterable<Candidate>, find: (candidate: Candidate) => Solution): Solution {
  let result = noValue;
  for (const candidate of candidates) {
    const solution = find(candidate);
    if (solution.kind === "value") return solution;
    if (solution.kind === "unknown") result = unknownValue;
  }
  return result;
}
