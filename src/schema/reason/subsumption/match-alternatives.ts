import { valueKey } from "../../../source/json/value-key.ts";
import { assertionsIn, typesOf } from "./assertions-in.ts";
import { type Assertion, type NormalSchema, typeBits } from "./normal-schema.ts";
import { type Given, type Obligation, reversed, type Waiver } from "./obligation.ts";

export type UnionAssertion = Extract<Assertion, { kind: "any" | "one" }>;

export function unionsIn(assertions: readonly Assertion[]): readonly UnionAssertion[] {
  return assertions.filter((each): each is UnionAssertion => each.kind === "any" || each.kind === "one");
}

/**
 * Obligations that imply a union: each alternative of a union of `narrow` is covered by the alternative of `wide` that has the same name,
 * the same discriminator or the same position. If `narrow` has no union, one alternative of `wide` covers it.
 */
export function alternativesObligations(wide: UnionAssertion, { own, narrow, waives, reader }: Given): readonly Obligation[] | undefined {
  for (const union of unionsIn(own)) {
    const matched = union.schemas.map((schema, index) => matchOf(schema, index, union, wide));
    if (matched.includes(undefined)) continue;
    const rest = own.filter((each) => each !== union);
    const pairs = matched.flatMap((match, index) => {
      const schema = union.schemas[index];
      return match === undefined || schema === undefined ? [] : [{ wide: match, narrow: reader.all([schema], rest), waives, schema }];
    });
    const exclusive = wide.kind === "any" || waives !== "none" ? [] : exclusiveObligations({ wide, union, pairs, waives });
    if (exclusive !== undefined) return [...pairs, ...exclusive];
  }
  const near = wide.schemas.filter((schema) => (typesOf(schema) & typesOf(narrow)) !== 0 && !areDisjoint(schema, narrow));
  const [only] = near;
  return only !== undefined && near.length === 1 ? [{ wide: only, narrow, waives }] : undefined;
}

interface MatchedPair extends Obligation {
  /** The alternative of the narrow union. */
  readonly schema: NormalSchema;
}

interface Matching {
  readonly wide: UnionAssertion;
  readonly union: UnionAssertion;
  readonly pairs: readonly MatchedPair[];
  readonly waives: Waiver;
}

/** Obligations that imply that no value matches a second alternative of `oneOf`; `undefined` if the rules of this file find none. */
function exclusiveObligations({ wide, union, pairs, waives }: Matching): readonly Obligation[] | undefined {
  const formerOf = new Map(pairs.map(({ wide: match, schema }) => [match, schema]));
  if (formerOf.size < pairs.length) return undefined;
  const found = new Map<NormalSchema, Obligation>();
  for (const { wide: match, narrow } of pairs)
    for (const other of wide.schemas) {
      if (other === match || areDisjoint(other, narrow)) continue;
      // A value of one alternative is in no other alternative of the narrow union. So it is not in a subset of another alternative.
      const former = formerOf.get(other);
      if (union.kind !== "one" || former === undefined) return undefined;
      found.set(other, { wide: former, narrow: other, waives: reversed(waives) });
    }
  return [...found.values()];
}

function matchOf(schema: NormalSchema, index: number, union: UnionAssertion, wide: UnionAssertion): NormalSchema | undefined {
  const { schemas } = wide;
  if (schemas.includes(schema)) return schema;
  const name = referenceOf(schema);
  const named = name === undefined ? undefined : schemas.find((each) => referenceOf(each) === name);
  if (named !== undefined) return named;
  const near = schemas.filter((each) => (typesOf(each) & typesOf(schema)) !== 0 && !areDisjoint(each, schema));
  const [only] = near;
  if (only !== undefined && near.length === 1) return only;
  return schemas.length === union.schemas.length ? schemas[index] : undefined;
}

/** The name of the shared schema, if a schema is only a reference. */
function referenceOf({ assertions }: NormalSchema): string | undefined {
  const [only] = assertions;
  return only?.kind === "reference" && assertions.length === 1 ? only.name : undefined;
}

/** Whether obviously no value is valid for both schemas: they allow different types, or different values of a required member. */
function areDisjoint(one: NormalSchema, other: NormalSchema): boolean {
  const common = typesOf(one) & typesOf(other);
  if (common !== typeBits.object) return common === 0;
  const [mine, theirs] = [tagsOf(one), tagsOf(other)];
  for (const [name, { values, isRequired }] of mine) {
    const their = theirs.get(name);
    if (their === undefined || !(isRequired || their.isRequired)) continue;
    if (![...values].some((value) => their.values.has(value))) return true;
  }
  return false;
}

interface Tag {
  /** The keys of the values that the member may have. */
  readonly values: ReadonlySet<string>;
  readonly isRequired: boolean;
}

const knownTags = new WeakMap<NormalSchema, ReadonlyMap<string, Tag>>();

/** The members of an object whose values are listed, as those of a discriminator are. */
function tagsOf(schema: NormalSchema): ReadonlyMap<string, Tag> {
  const found = knownTags.get(schema) ?? findTags(schema);
  knownTags.set(schema, found);
  return found;
}

function findTags(schema: NormalSchema): ReadonlyMap<string, Tag> {
  const assertions = assertionsIn(schema);
  const required = new Set(assertions.flatMap((each) => (each.kind === "required" ? [each.name] : [])));
  const tags = new Map<string, Tag>();
  for (const members of assertions) {
    if (members.kind !== "members") continue;
    for (const [name, member] of members.properties) {
      const listed = assertionsIn(member).find((each) => each.kind === "values");
      if (listed?.kind === "values") tags.set(name, { values: new Set(listed.values.map(valueKey)), isRequired: required.has(name) });
    }
  }
  return tags;
}
