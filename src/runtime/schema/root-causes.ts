import type { KeywordViolation, ViolatedPart } from "./evaluation.ts";
import type { SchemaNodes } from "./schema-nodes.ts";

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

/** The keywords whose errors only repeat the errors of their subschemas. */
const applicators =
  /^(?:\$ref|\$dynamicRef|properties|(?:pattern|additional|unevaluated)Properties|items|prefixItems|unevaluatedItems|allOf|then|else|dependentSchemas|propertyNames)$/;

/** What the search for causes needs of the parts of the library, each only if the schema has such keywords. */
export interface CauseSearch {
  readonly nodes: SchemaNodes;
  readonly unions: () => UnionMessages;
  /** Omits causes that follow from others, if `unevaluated*` keywords are violated. */
  readonly withoutUnevaluated: () => (causes: readonly Cause[], nodes: SchemaNodes) => Cause[];
}

/** What is found and said of values that match no alternative of a union. */
export interface UnionMessages {
  /** The causes of a violated union, from the errors of its alternatives. */
  readonly causes: (union: KeywordViolation, below: readonly KeywordViolation[], search: CauseSearch) => readonly Cause[];
  readonly text: (cause: UnionCause, violated: ViolatedPart) => string;
}

/** The causes to report. If no alternative of a union matches, the causes of the nearest alternative are reported. */
export function rootCauses(errors: readonly KeywordViolation[], search: CauseSearch): Cause[] {
  const causes: Cause[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    if (error === undefined || applicators.test(error.keyword)) continue;
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") {
      causes.push({ kind: "keyword", error, within: error.keyword === "false" ? errors[index - 1] : undefined });
      continue;
    }
    const below = errorsBelow(error, errors.slice(index + 1));
    index += below.length;
    causes.push(...search.unions().causes(error, below, search));
  }
  return causes.some(isUnevaluated) ? search.withoutUnevaluated()(causes, search.nodes) : causes;
}

/** Whether an `unevaluated*` keyword led to the cause. */
function isUnevaluated(cause: Cause): boolean {
  return cause.kind === "keyword" && cause.within?.keyword.startsWith("unevaluated") === true;
}

/**
 * The errors of a union's alternatives, which are the first of the errors that follow the union's own error. The error of a `false` schema
 * has no location, and belongs to the error before it.
 */
function errorsBelow(union: KeywordViolation, following: readonly KeywordViolation[]): readonly KeywordViolation[] {
  const prefix = `${union.keywordLocation}/`;
  const end = following.findIndex(({ keyword, keywordLocation }) => keyword !== "false" && !keywordLocation.startsWith(prefix));
  return end === -1 ? following : following.slice(0, end);
}
