import { type Assertion, anyType, memberSchemas, type NormalSchema, typeBitOf, typeBits } from "./normal-schema.ts";

const known = new WeakMap<NormalSchema, readonly Assertion[]>();

/** The assertions of a schema and of the schemas that it refers to. */
export function assertionsIn(schema: NormalSchema): readonly Assertion[] {
  const found = known.get(schema) ?? findAssertions(schema);
  known.set(schema, found);
  return found;
}

function findAssertions(schema: NormalSchema): readonly Assertion[] {
  const seen = new Map<number, Assertion>();
  const waiting = [...schema.assertions];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (seen.has(each.id)) continue;
    seen.set(each.id, each);
    if (each.kind === "reference") waiting.push(...each.target().assertions);
  }
  return [...seen.values()].filter(({ kind }) => kind !== "reference").sort((a, b) => a.id - b.id);
}

/** The values of an alternative, if the only other one is null: how generators write an enum that may be null. */
export function enumBesideNull(union: Assertion): Assertion | undefined {
  if ((union.kind !== "any" && union.kind !== "one") || union.schemas.length !== 2) return undefined;
  const others = union.schemas.filter((each) => typesOf(each) !== typeBits.null);
  return others.length === 1 && others[0] !== undefined ? assertionsIn(others[0]).find(({ kind }) => kind === "values") : undefined;
}

/** The types that a schema allows, as a sum of `typeBits`. Only `type`, `enum` and `const` are considered. */
export function typesOf(schema: NormalSchema): number {
  return assertionsIn(schema).reduce((types, assertion) => {
    if (assertion.kind === "types") return types & assertion.types;
    return assertion.kind === "values" ? types & assertion.values.reduce((sum: number, value) => sum | typeBitOf(value), 0) : types;
  }, anyType);
}

/** The types that some of the schemas allow. */
export function typesOfAny(schemas: readonly NormalSchema[]): number {
  return schemas.reduce((types, schema) => types | typesOf(schema), 0);
}

/** The types that a schema allows, also of its unions: one that is only a union allows those of its alternatives. */
export function typesWithUnions(schema: NormalSchema): number {
  return assertionsIn(schema).reduce(
    (types, each) => (each.kind === "any" || each.kind === "one" ? types & typesOfAny(each.schemas) : types),
    typesOf(schema),
  );
}

/** The schemas that apply to the member `name` of an object. The schemas inside of unions and conditions are not included. */
export function schemasOfMember(assertions: readonly Assertion[], name: string): readonly NormalSchema[] {
  return assertions.flatMap((each) => (each.kind === "members" ? memberSchemas(each, name) : []));
}

/** Whether all of the types `some` are among the types `others`, and there are any. */
export function isWithin(some: number, others: number): boolean {
  return some !== 0 && (some & ~others) === 0;
}
