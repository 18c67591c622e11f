import type { Json } from "../../../source/json/json.ts";
import type { Refusal } from "./assumptions.ts";
import type { AssertionForm, NormalSchema } from "./normal-schema.ts";
import type { Solution } from "./solution.ts";

/** The search for a value. The searches for arrays and objects use it to find items, members and names. */
export interface Search {
  /** Finds a value that is valid for all schemas in `valid` and for no schema in `refused`. */
  readonly find: (valid: readonly NormalSchema[], refused: readonly NormalSchema[]) => Solution;
  /** Returns the schema that accepts only this value. */
  readonly constant: (value: Json) => NormalSchema;
  /** Returns the conjunction of assertions. */
  readonly schemaOf: (...assertions: readonly AssertionForm[]) => NormalSchema;
  /** Takes steps. The result is false if they are not left; then the search must end without a result. */
  readonly spend: (steps: number) => boolean;
  /** Whether a member is valid for every refused schema if no valid schema describes it. */
  readonly waives: boolean;
}

/** Finds a value that is valid for all schemas in `valid` and invalid for all schemas of `refusals`. */
export function refusingAll(valid: readonly NormalSchema[], refusals: readonly Refusal[], search: Search): Solution {
  const given = refusals.filter(({ isGiven }) => isGiven).map(({ schema }) => search.schemaOf({ kind: "not", schema }));
  const refused = refusals.filter(({ isGiven }) => !isGiven).map(({ schema }) => schema);
  return search.find([...valid, ...given], refused);
}
