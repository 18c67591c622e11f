import type { Assertion, NormalSchema, SchemaReader } from "./normal-schema.ts";

/** A statement to prove: `wide` accepts all values that `narrow` accepts. */
export interface Obligation {
  readonly wide: NormalSchema;
  readonly narrow: NormalSchema;
  readonly waives: Waiver;
}

/**
 * Which of two schemas is the newer one, which may describe more members of an object, if the object is open in the other schema and the
 * members are optional. Values with such members count as values that nobody has: who knows only the other schema has no reason to send
 * them. Values that a second alternative of `oneOf` accepts count so too, if another alternative is the one that is meant: the compiler
 * has distinguished the alternatives. "none" if the comparison considers all values.
 */
export type Waiver = "wide" | "narrow" | "none";

/** The waiver for the same two schemas in exchanged roles. */
export function reversed(waives: Waiver): Waiver {
  return waives === "none" ? "none" : waives === "wide" ? "narrow" : "wide";
}

/** What is known of the values: they are valid for `narrow`, and so for each of its assertions, `own`. */
export interface Given {
  readonly own: readonly Assertion[];
  readonly narrow: NormalSchema;
  readonly waives: Waiver;
  readonly reader: SchemaReader;
}
