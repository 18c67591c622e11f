import type { Cause } from "../cause.ts";
import type { KeywordViolation, SchemaNodes } from "../evaluation.ts";
import { locationAbove, segmentsOf } from "../location.ts";

/** Omits causes that follow from other causes: if a value violates a schema, the members that the schema names count as unevaluated. */
export function withoutUnevaluated(causes: readonly Cause[], nodes: SchemaNodes): Cause[] {
  const others = causes.filter((cause) => unevaluatedBy(cause) === undefined);
  return causes.filter((cause) => {
    const by = unevaluatedBy(cause);
    if (by === undefined) return true;
    const { instanceLocation: object, keywordLocation } = by;
    const name = segmentsOf(cause.error.instanceLocation).at(-1) ?? "";
    const isNamed = by.keyword === "unevaluatedItems" || nodes.members(nodes.at(locationAbove(keywordLocation))).has(name);
    return !isNamed || !others.some(({ error }) => error.instanceLocation === object || error.instanceLocation.startsWith(`${object}/`));
  });
}

/** The `unevaluated*` keyword that led to the cause; `undefined` if another keyword did. */
function unevaluatedBy(cause: Cause): KeywordViolation | undefined {
  return cause.kind === "keyword" && cause.within?.keyword.startsWith("unevaluated") ? cause.within : undefined;
}
