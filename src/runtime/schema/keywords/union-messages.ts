import type { Cause, UnionCause, UnionMessages } from "../cause.ts";
import { correctedText } from "../corrected-text.ts";
import { alternativeName, expectationOf } from "../describe-schema.ts";
import type { KeywordViolation, SchemaNodes, ViolatedPart } from "../evaluation.ts";
import { rootCauses } from "../root-causes.ts";
import { constantText } from "./constants.ts";

/** What is found and said of values that match no alternative of a union. */
export const unionMessages: UnionMessages = {
  causes: (union, following, nodes) => {
    const below = errorsBelow(union, following);
    return { causes: unionCauses(union, below, nodes), size: below.length };
  },
  text: unionCauseText,
};

function unionCauseText(cause: UnionCause, violated: ViolatedPart): string {
  const { nodes, value, error } = violated;
  switch (cause.kind) {
    case "types": {
      const expected = expectationOf({ anyOf: cause.locations.map(nodes.at) }, nodes);
      return expected === undefined ? unionText(error, nodes) : `must be ${expected}.${correctedText(violated)}`;
    }
    case "tag":
      return constantText(
        cause.locations.flatMap((location) => listedValues(location, nodes)),
        value,
      );
    case "union": {
      const name = cause.nearest === undefined ? undefined : alternativeName(nodes.at(cause.nearest), nodes);
      return `${unionText(error, nodes)}${name === undefined ? "" : ` The closest alternative is ${name}.`}`;
    }
  }
}

function unionText({ keyword, keywordLocation, matches = 0 }: KeywordViolation, nodes: SchemaNodes): string {
  const alternatives = nodes.at(keywordLocation);
  const size = Array.isArray(alternatives) ? String(alternatives.length) : "the";
  if (matches > 1) return `matches ${matches} of ${size} alternatives, and must match only one.`;
  return `must match ${keyword === "oneOf" ? "exactly " : ""}one of ${size} alternatives.`;
}

function listedValues(location: string, nodes: SchemaNodes): readonly unknown[] {
  const limit = nodes.at(location);
  return location.endsWith("/enum") && Array.isArray(limit) ? limit : [limit];
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

/** The causes of a violated union, from the errors of its alternatives. */
function unionCauses(union: KeywordViolation, below: readonly KeywordViolation[], nodes: SchemaNodes): Cause[] {
  if (union.matches) return [{ kind: "union", error: union, nearest: undefined }];
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

/** Whether the value violates fewer constants of the alternative `a` than of `b`, or as many and fewer other keywords. */
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
