import type { Cause } from "../cause.ts";
import { type NodeVisit, type SchemaNodes, valuePath } from "../evaluation.ts";

/** Omits causes that follow from other causes: if a value violates a schema, the members that the schema names count as unevaluated. */
export function withoutUnevaluated(causes: readonly Cause[], nodes: SchemaNodes): readonly Cause[] {
  const others = causes.filter((cause) => !isUnevaluated(cause));
  return causes.filter((cause) => {
    const { keyword, key, above } = cause.violation.visit;
    if (above === undefined || !isUnevaluated(cause)) return true;
    const isNamed = keyword === "unevaluatedItems" || nodes.members(above.schema).has(String(key));
    return !isNamed || !others.some(({ violation }) => isWithin(violation.visit, above));
  });
}

/** Whether an `unevaluated*` keyword led to the cause. */
function isUnevaluated({ violation: { keyword, visit } }: Cause): boolean {
  return keyword === "false" && visit.keyword.startsWith("unevaluated");
}

/** Whether the value of a visit is that of another one, or in it. */
function isWithin(visit: NodeVisit, outer: NodeVisit): boolean {
  const [path, start] = [valuePath(visit), valuePath(outer)];
  return start.every((key, index) => key === path[index]);
}
