import type { KeywordViolation, SchemaNodes } from "./evaluation.ts";

/** A reason why a value does not match its schema. */
export interface Cause {
  readonly violation: KeywordViolation;
  /** What is said of the value, if it is not what the violated keyword says. */
  readonly text?: () => string;
  /** Whether the type of the value differs from the types of all alternatives of a union. */
  readonly isOfType?: boolean;
  /** The constants that distinguish the alternatives of a union, of which the value must be one. */
  readonly tags?: readonly unknown[];
}

/** The causes of the violation of a union. */
export type UnionCauses = (union: KeywordViolation, nodes: SchemaNodes) => readonly Cause[];
