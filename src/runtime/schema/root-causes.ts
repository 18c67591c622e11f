import type { KeywordViolation } from "./evaluation.ts";
import { locationAbove, segmentsOf } from "./location.ts";
import type { SchemaNodes } from "./schema-nodes.ts";

/** A reason why a value does not match its schema. */
export type Cause =
  /** A keyword that the value violates. For a `false` schema, `within` is the keyword that contains it. */
  | { readonly kind: "keyword"; readonly error: KeywordViolation; readonly within: KeywordViolation | undefined }
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
const applicators = new Set([
  "$ref",
  "$dynamicRef",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "unevaluatedItems",
  "allOf",
  "then",
  "else",
  "dependentSchemas",
  "propertyNames",
]);

/** The causes to report. If no alternative of a union matches, the causes of the nearest alternative are reported. */
export function rootCauses(errors: readonly KeywordViolation[], nodes: SchemaNodes): Cause[] {
  const causes: Cause[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    if (error === undefined || applicators.has(error.keyword)) continue;
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") {
      causes.push({ kind: "keyword", error, within: error.keyword === "false" ? errors[index - 1] : undefined });
      continue;
    }
    const below = errorsBelow(error, errors.slice(index + 1));
    index += below.length;
    causes.push(...unionCauses(error, below, nodes));
  }
  return withoutConsequences(causes, nodes);
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

/** An alternative of a union. */
interface Alternative {
  readonly location: string;
  readonly causes: readonly Cause[];
  /** Whether the value does not have the type that the alternative requires. */
  readonly hasOtherType: boolean;
  /** The violations of `enum` and `const` by the value or by a member of it. */
  readonly tags: readonly Tag[];
}

interface Tag {
  readonly error: KeywordViolation;
  /** The locations of the `enum` and `const` keywords that the value violates. */
  readonly locations: readonly string[];
}

function unionCauses(union: KeywordViolation, below: readonly KeywordViolation[], nodes: SchemaNodes): Cause[] {
  if (union.matches > 0) return [{ kind: "union", error: union, nearest: undefined }];
  const all = alternativesOf(union, below, nodes);
  const typed = all.filter(({ hasOtherType }) => !hasOtherType);
  if (typed.length === 0) return [{ kind: "types", error: union, locations: all.map(({ location }) => location) }];
  const possible = typed.filter(({ tags }) => tags.length === 0);
  if (possible.length === 0) {
    const tag = commonTag(typed);
    if (tag !== undefined) return [tag];
  }
  const [first, ...others] = possible.length === 0 ? typed : possible;
  if (first === undefined) return [{ kind: "union", error: union, nearest: undefined }];
  const nearest = others.reduce((best, each) => (isNearer(each, best) ? each : best), first);
  return possible.length === 1 ? [...nearest.causes] : [{ kind: "union", error: union, nearest: nearest.location }, ...nearest.causes];
}

function alternativesOf(union: KeywordViolation, below: readonly KeywordViolation[], nodes: SchemaNodes): Alternative[] {
  const groups = new Map<string, KeywordViolation[]>();
  let current: KeywordViolation[] = [];
  for (const error of below) {
    if (error.keyword !== "false") {
      const name = error.keywordLocation.slice(union.keywordLocation.length + 1).split("/", 1)[0] ?? "";
      current = groups.get(name) ?? [];
      groups.set(name, current);
    }
    current.push(error);
  }
  return [...groups].map(([name, errors]) => {
    const causes = rootCauses(errors, nodes);
    const isAt = (cause: Cause, depth: number) =>
      cause.error.instanceLocation.slice(union.instanceLocation.length).split("/").length - 1 <= depth;
    return {
      location: `${union.keywordLocation}/${name}`,
      causes,
      hasOtherType: causes.some((cause) => (cause.kind === "types" || cause.error.keyword === "type") && isAt(cause, 0)),
      tags: causes.filter((cause) => isAt(cause, 1)).flatMap(tagOf),
    };
  });
}

function tagOf(cause: Cause): Tag[] {
  if (cause.kind === "tag") return [cause];
  const { keyword, keywordLocation } = cause.error;
  return keyword === "const" || keyword === "enum" ? [{ error: cause.error, locations: [keywordLocation] }] : [];
}

function isNearer(a: Alternative, b: Alternative): boolean {
  return a.tags.length === b.tags.length ? a.causes.length < b.causes.length : a.tags.length < b.tags.length;
}

/** The cause if all alternatives list constants for the value, or for the same member of it, and no list contains the actual value. */
function commonTag(alternatives: readonly Alternative[]): Cause | undefined {
  const [first] = alternatives;
  for (const { error } of first?.tags ?? []) {
    const same = alternatives.map(({ tags }) => tags.find((tag) => tag.error.instanceLocation === error.instanceLocation));
    if (same.every((tag) => tag !== undefined)) return { kind: "tag", error, locations: same.flatMap(({ locations }) => locations) };
  }
  return undefined;
}

/** Omits causes that follow from other causes: if a value violates a schema, the members that the schema names count as unevaluated. */
function withoutConsequences(causes: readonly Cause[], nodes: SchemaNodes): Cause[] {
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
