import type { Json } from "../../source/json.ts";

/** The result of a search: a value; that there is none; or that it is unknown whether there is one. */
export type Solution = { readonly kind: "value"; readonly value: Json } | { readonly kind: "none" } | { readonly kind: "unknown" };

export const noValue: Solution = { kind: "none" };
export const unknownValue: Solution = { kind: "unknown" };

export function valueFound(value: Json): Solution {
  return { kind: "value", value };
}

/** Tries candidates in order until one has a value. The result is "none" only if it is "none" for all candidates. */
export function firstOf<Candidate>(candidates: Iterable<Candidate>, find: (candidate: Candidate) => Solution): Solution {
  let result = noValue;
  for (const candidate of candidates) {
    const solution = find(candidate);
    if (solution.kind === "value") return solution;
    if (solution.kind === "unknown") result = unknownValue;
  }
  return result;
}
