import type { Json } from "../../source/json.ts";

/** A value that was looked for; that there is none; or that it is not known whether there is one. */
export type Solution = { readonly kind: "value"; readonly value: Json } | { readonly kind: "none" } | { readonly kind: "unknown" };

export const noValue: Solution = { kind: "none" };
export const unknownValue: Solution = { kind: "unknown" };

export function valueFound(value: Json): Solution {
  return { kind: "value", value };
}

/** The first value of some ways to find one, tried in order. */
export function firstOf<Way>(ways: Iterable<Way>, find: (way: Way) => Solution): Solution {
  let result = noValue;
  for (const way of ways) {
    const solution = find(way);
    if (solution.kind === "value") return solution;
    if (solution.kind === "unknown") result = unknownValue;
  }
  return result;
}
