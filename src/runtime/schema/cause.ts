import type { KeywordViolation, SchemaNodes, ViolatedPart } from "./evaluation.ts";

/** A reason why a value does not match its schema. */
export type Cause =
  /** A keyword that the value violates. For a `false` schema, `within` is the keyword that contains it. */
  { readonly kind: "keyword"; readonly error: KeywordViolation; readonly within: KeywordViolation | undefined } | UnionCause;

/** A reason why a value does not match a union. */
export type UnionCause =
  /**
   * A union for which it is unclear what alternative was intended. If `nearest` is the location of an alternative, the causes of that
   * alternative follow.
   */
  | { readonly kind: "union"; readonly error: KeywordViolation; readonly nearest: string | undefined }
  /** The type of the value differs from the types of all alternatives of a union, which are at `locations`. */
  | { readonly kind: "types"; readonly error: KeywordViolation; readonly locations: readonly string[] }
  /** The value, or a member of it, must be one of the constants at `locations`, which distinguish the alternatives of a union. */
  | { readonly kind: "tag"; readonly error: KeywordViolation; readonly locations: readonly string[] };

/** What is found and said of values that match no alternative of a union. */
export interface UnionMessages {
  /** The causes of a violated union, and how many of the errors that follow its own one are those of its alternatives. */
  readonly causes: (
    union: KeywordViolation,
    following: readonly KeywordViolation[],
    nodes: SchemaNodes,
  ) => { readonly causes: readonly Cause[]; readonly size: number };
  readonly text: (cause: UnionCause, violated: ViolatedPart) => string;
}
