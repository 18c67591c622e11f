import type { Cause, UnionCauses } from "../cause.ts";
import { correctedText } from "../corrected-text.ts";
import { alternativeName, expectationOf } from "../describe-schema.ts";
import { type Alternative, type KeywordViolation, type SchemaNodes, valuePath } from "../evaluation.ts";
import { rootCauses } from "../root-causes.ts";
import { constantText } from "./constants.ts";

/** The causes of a violated union, from the violations of its alternatives. */
export const unionCauses: UnionCauses = (union, nodes) => {
  const { visit, alternatives = [] } = union;
  if (alternatives.some(({ isMatch }) => isMatch)) return [{ violation: union, text: () => unionText(union) }];
  // An alternative that accepts nothing was not intended.
  const all = alternatives.filter(({ schema }) => schema !== false).map((each) => mismatchOf(each, union, nodes));
  const typed = all.filter(({ hasOtherType }) => !hasOtherType);
  if (typed.length === 0) {
    const text = () => {
      const expected = expectationOf({ anyOf: all.map(({ schema }) => schema) }, nodes);
      return !expected ? unionText(union) : `must be ${expected}.${correctedText(visit, nodes)}`;
    };
    return [{ violation: union, isOfType: true, text }];
  }
  const possible = typed.filter(({ tags }) => tags.length === 0);
  if (possible.length === 0) {
    const tag = commonTag(typed);
    if (tag !== undefined) return [tag];
  }
  const [first, ...others] = possible.length === 0 ? typed : possible;
  if (first === undefined) return [{ violation: union, text: () => unionText(union) }];
  const nearest = others.reduce((best, each) => (isNearer(each, best) ? each : best), first);
  if (possible.length === 1) return nearest.causes;
  const text = () => {
    const name = alternativeName(nearest.schema, nodes);
    return `${unionText(union)}${name === undefined ? "" : ` The closest alternative is ${name}.`}`;
  };
  return [{ violation: union, text }, ...nearest.causes];
};

function unionText({ keyword, alternatives = [] }: KeywordViolation): string {
  const matches = alternatives.filter(({ isMatch }) => isMatch).length;
  if (matches > 1) return `matches ${matches} of ${alternatives.length} alternatives, and must match only one.`;
  return `must match ${keyword === "oneOf" ? "exactly " : ""}one of ${alternatives.length} alternatives.`;
}

/** An alternative of a union that the value does not match. */
interface Mismatch {
  readonly schema: unknown;
  readonly causes: readonly Cause[];
  /** Whether the value does not have the type that the alternative requires. */
  readonly hasOtherType: boolean;
  /** The violations of `enum` and `const` by the value or by a member of it, with the values that would be valid. */
  readonly tags: readonly Tag[];
}

type Tag = Required<Pick<Cause, "violation" | "tags">>;

function mismatchOf({ schema, violations }: Alternative, union: KeywordViolation, nodes: SchemaNodes): Mismatch {
  const causes = rootCauses(violations, nodes);
  const depth = valuePath(union.visit).length;
  const isAt = ({ violation }: Cause, below: number) => valuePath(violation.visit).length - depth <= below;
  return {
    schema,
    causes,
    hasOtherType: causes.some((cause) => (cause.isOfType || cause.violation.keyword === "type") && isAt(cause, 0)),
    tags: causes.filter((cause) => isAt(cause, 1)).flatMap(tagOf),
  };
}

function tagOf({ violation, tags }: Cause): Tag[] {
  if (tags !== undefined) return [{ violation, tags }];
  const { const: only, enum: values } = violation.visit.schema;
  if (violation.keyword === "const") return [{ violation, tags: [only] }];
  return violation.keyword === "enum" && Array.isArray(values) ? [{ violation, tags: values }] : [];
}

/** Whether the value violates fewer constants of the alternative `a` than of `b`, or as many and fewer other keywords. */
function isNearer(a: Mismatch, b: Mismatch): boolean {
  return a.tags.length === b.tags.length ? a.causes.length < b.causes.length : a.tags.length < b.tags.length;
}

/** The cause if all alternatives list constants for the value, or for the same member of it, and no list contains the actual value. */
function commonTag(alternatives: readonly Mismatch[]): Cause | undefined {
  const [first] = alternatives;
  for (const { violation } of first?.tags ?? []) {
    const same = alternatives.map(({ tags }) => tags.find((tag) => placeOf(tag) === placeOf({ violation })));
    if (!same.every((tag) => tag !== undefined)) continue;
    const tags = same.flatMap((tag) => tag.tags);
    return { violation, tags, text: () => constantText(tags, violation.visit.value) };
  }
  return undefined;
}

function placeOf({ violation }: Cause): string {
  return JSON.stringify(valuePath(violation.visit));
}
