import { assertedFormats } from "../../../src/schema/reason/accepts.ts";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer, type Subsumption, unchangedNames } from "../../../src/schema/reason/subsumption/compare.ts";
import type { Json, JsonObject } from "../../../src/source/json/json.ts";

/** A schema with its shared schemas under `$defs`. */
export type Whole = JsonObject | boolean;

/** Whether the new schema accepts all that the old one accepts. */
export function covers(next: Whole, old: Whole, formats: ReadonlySet<Json> = assertedFormats): Subsumption {
  const sides = { old: sharedIn(old), next: sharedIn(next) };
  const comparer = createComparer(sides, { formats, same: unchangedNames(Object.values(sides)), budget: createBudget() });
  return comparer.covers(comparer.read(next, "next"), comparer.read(old, "old"), "none");
}

function sharedIn(schema: Whole): ReadonlyMap<string, JsonObject> {
  const shared = typeof schema === "boolean" ? {} : ((schema["$defs"] ?? {}) as JsonObject);
  return new Map(Object.entries(shared) as [string, JsonObject][]);
}
