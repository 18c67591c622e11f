import type { Json } from "../../source/json.ts";
import type { AssertionForm, NormalSchema } from "./normal-schema.ts";
import type { Solution } from "./solution.ts";

/** The search for a value, which the searches for arrays and objects use for items, members and names. */
export interface Search {
  /** A value that is valid for all schemas in `valid`, and for none in `refused`. */
  readonly find: (valid: readonly NormalSchema[], refused: readonly NormalSchema[]) => Solution;
  /** The schema that accepts only this value. */
  readonly constant: (value: Json) => NormalSchema;
  /** The conjunction of these assertions. */
  readonly schemaOf: (...assertions: readonly AssertionForm[]) => NormalSchema;
}
