import type { Json } from "../../source/json.ts";
import type { AssertionForm, NormalSchema } from "./normal-schema.ts";
import type { Solution } from "./solution.ts";

/** The search for a value, as the searches of arrays and objects use it for what is in them. */
export interface Search {
  /** A value that is valid for all of the first schemas, and for none of the others. */
  readonly find: (valid: readonly NormalSchema[], refused: readonly NormalSchema[]) => Solution;
  /** The schema of one value. */
  readonly constant: (value: Json) => NormalSchema;
  readonly schemaOf: (...assertions: readonly AssertionForm[]) => NormalSchema;
}
