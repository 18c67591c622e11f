import type { Json, JsonObject } from "../../../../source/json/json.ts";
import { valueKey } from "../../../../source/json/value-key.ts";
import { assertionsIn, typesWithUnions } from "../assertions-in.ts";
import type { Assertion, NormalSchema } from "../normal-schema.ts";

/** The maximum number of pairs of alternatives of one union that are compared as wholes. */
const maxPairs = 400;

/** The alternatives of the first union of a schema; empty if it has no union. */
export function unionIn(schema: NormalSchema): readonly NormalSchema[] {
  for (const each of assertionsIn(schema)) if (each.kind === "any" || each.kind === "one") return each.schemas;
  return [];
}

/** Whether an assertion is the union with these alternatives. */
export function isUnionOf(each: Assertion, alternatives: readonly NormalSchema[]): boolean {
  return (each.kind === "any" || each.kind === "one") && each.schemas === alternatives;
}

/**
 * The alternatives of the first union that the other assertions leave undecided: no alternative of the union follows from the other
 * assertions.
 */
export function undecidedUnion(own: NormalSchema["assertions"]): readonly NormalSchema[] | undefined {
  const known = new Set(own.map(({ id }) => id));
  for (const each of own)
    if (
      (each.kind === "any" || each.kind === "one") &&
      !each.schemas.some((schema) => assertionsIn(schema).every(({ id }) => known.has(id)))
    )
      return each.schemas;
  return undefined;
}

/** Finds out which alternatives of two versions of a union are versions of one alternative. */
export interface AlternativeMatcher {
  /** The one of `others` that is another version of an alternative; `undefined` if there is none, or more than one. */
  readonly match: (alternative: NormalSchema, others: readonly NormalSchema[]) => NormalSchema | undefined;
  /** Whether each of the `former` alternatives has a version among the `next`. */
  readonly areKept: (former: readonly NormalSchema[], next: readonly NormalSchema[]) => boolean;
}

/**
 * Alternatives are versions of one if a member distinguishes them, such as `type: { const: "cat" }`, and its value is the same; if they
 * refer to the shared schema with the same name; if no other has a type in common; or if one accepts all values of the other.
 */
export function createAlternativeMatcher(covers: (wide: NormalSchema, narrow: NormalSchema) => boolean): AlternativeMatcher {
  const match: AlternativeMatcher["match"] = (alternative, others) =>
    changedVersionOf(alternative, others) ??
    (others.length > maxPairs
      ? undefined
      : only(others.filter((other) => !hasTag(other) && describesAlike(alternative, other) && covers(alternative, other))));
  return {
    match,
    areKept: (former, next) =>
      former.every(
        (each) =>
          next.some((other) => haveSameTag(each, other) || haveSameName(each, other)) ||
          (former.length * next.length <= maxPairs && next.some((other) => covers(other, each))),
      ),
  };
}

/** The one of `others` that is obviously another version of an alternative, found without a comparison of schemas. */
export function changedVersionOf(alternative: NormalSchema, others: readonly NormalSchema[]): NormalSchema | undefined {
  return (
    only(others.filter((other) => haveSameTag(alternative, other))) ??
    only(others.filter((other) => haveSameName(alternative, other))) ??
    only(others.filter((other) => (typesWithUnions(other) & typesWithUnions(alternative)) !== 0))
  );
}

/**
 * Whether two schemas describe a member with the same name, unless one describes none: an object whose members are all optional accepts all
 * objects with other members too.
 */
function describesAlike(one: NormalSchema, other: NormalSchema): boolean {
  const [mine, yours] = [membersOf(one), membersOf(other)];
  return mine.size === 0 || yours.size === 0 || [...mine].some((name) => yours.has(name));
}

/** Whether a schema describes members of objects. */
export function describesMembers(schema: NormalSchema): boolean {
  return membersOf(schema).size > 0;
}

/**
 * The alternative that is another version of an object: the only one that describes all of its members or, of several, the only one that
 * requires all that it requires.
 */
export function versionIn(object: NormalSchema, union: readonly NormalSchema[]): NormalSchema | undefined {
  const describing = union.filter((each) => isSubset(membersOf(object), membersOf(each)));
  return only(describing) ?? only(describing.filter((each) => isSubset(requiredBy(object), requiredBy(each))));
}

function membersOf(schema: NormalSchema): ReadonlySet<string> {
  return new Set(assertionsIn(schema).flatMap((each) => (each.kind === "members" ? [...each.properties.keys()] : [])));
}

function requiredBy(schema: NormalSchema): ReadonlySet<string> {
  return new Set(assertionsIn(schema).flatMap((each) => (each.kind === "required" ? [each.name] : [])));
}

function isSubset(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].every((each) => others.has(each));
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Whether a member lists values in both schemas, one of them is the same, and no member lists only different ones. */
function haveSameTag(one: NormalSchema, other: NormalSchema): boolean {
  const [mine, yours] = [tagsOf(one), tagsOf(other)];
  const shared = [...mine].flatMap(([name, values]) => {
    const others = yours.get(name);
    return others === undefined ? [] : [[...values.keys()].some((value) => others.has(value))];
  });
  return shared.length > 0 && shared.every((isSame) => isSame);
}

/**
 * Whether a member that lists values in all `others` lists only other ones in an alternative, as a discriminator does; or whether all are
 * values, as those of an enum that describes each of them.
 */
export function hasNewTag(alternative: NormalSchema, others: readonly NormalSchema[]): boolean {
  return (
    others.length > 0 &&
    ([alternative, ...others].every(isValue) ||
      [...tagsOf(alternative)].some(([name, values]) =>
        others.every((other) => {
          const known = tagsOf(other).get(name);
          return known !== undefined && ![...values.keys()].some((value) => known.has(value));
        }),
      ))
  );
}

function isValue(schema: NormalSchema): boolean {
  return assertionsIn(schema).some(({ kind }) => kind === "values");
}

/** Whether both schemas refer to the shared schema of one name, whatever it contains in each version. */
function haveSameName({ assertions }: NormalSchema, other: NormalSchema): boolean {
  return assertions.some(
    (each) =>
      each.kind === "reference" && other.assertions.some((reference) => reference.kind === "reference" && reference.name === each.name),
  );
}

/** The keywords for the first member of an alternative that has a single value, such as `type: { const: "cat" }`; empty without one. */
export function tagOf(schema: NormalSchema): JsonObject {
  for (const [name, values] of tagsOf(schema)) {
    const [value] = values.values();
    if (values.size === 1 && value !== undefined) return { properties: { [name]: { const: value } } };
  }
  return {};
}

function hasTag(schema: NormalSchema): boolean {
  return tagsOf(schema).size > 0;
}

/** The values of members that list their values, by the name of the member and the key of the value. */
type Tags = ReadonlyMap<string, ReadonlyMap<string, Json>>;

const known = new WeakMap<NormalSchema, Tags>();

function tagsOf(schema: NormalSchema): Tags {
  const found = known.get(schema) ?? new Map(assertionsIn(schema).flatMap(tagsIn));
  known.set(schema, found);
  return found;
}

function tagsIn(assertion: NormalSchema["assertions"][number]): (readonly [string, ReadonlyMap<string, Json>])[] {
  if (assertion.kind !== "members") return [];
  return [...assertion.properties].flatMap(([name, schema]) => {
    const values = assertionsIn(schema).flatMap((each): readonly Json[] => (each.kind === "values" ? each.values : []));
    return values.length === 0 ? [] : [[name, new Map(values.map((value) => [valueKey(value), value]))] as const];
  });
}
