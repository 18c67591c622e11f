import { type Assertion, type Members, memberSchemas, type NormalSchema, typesInScope } from "./normal-schema.ts";

/** A statement that must be true of a value. */
export type Literal =
  | (Sided & { readonly kind: "schema"; readonly schema: NormalSchema; readonly holds: boolean })
  | (Sided & { readonly kind: "assertion"; readonly assertion: Assertion; readonly holds: boolean })
  /** The object has the member `name`, and the member's value is invalid for the schema. */
  | (Refusal & { readonly kind: "member"; readonly name: string })
  | { readonly kind: "absent"; readonly name: string }
  | { readonly kind: "other"; readonly other: OtherMember };

interface Sided {
  /** Whether the statement follows from a schema that accepts the value, rather than from one that rejects it. */
  readonly isGiven: boolean;
}

/** A schema for which a value is invalid. */
export interface Refusal extends Sided {
  readonly schema: NormalSchema;
}

/**
 * A member that the object must have. Its name is not yet chosen, and its value is invalid for `schema`. The name matches `pattern`. If
 * `pattern` is `undefined`, the name is not in the `properties` of `beside` and matches none of its patterns.
 */
export interface OtherMember extends Refusal {
  readonly beside: Members;
  readonly pattern: string | undefined;
}

/** A disjunction of conjunctions: at least one of the inner arrays must have only true literals. */
export type Clause = readonly (readonly Literal[])[];

/** The assumptions about the value that is searched for. */
export interface Assumptions {
  /** The type of the value: one of the numbers in `typeBits`. */
  readonly type: number;
  readonly schemas: Map<number, boolean>;
  readonly assertions: Map<number, Sided & { readonly assertion: Assertion; readonly holds: boolean }>;
  /** By name, whether the object has the member. */
  readonly presence: Map<string, boolean>;
  /** By name, the schemas for which the value of the member is invalid. */
  readonly refused: Map<string, readonly Refusal[]>;
  readonly others: OtherMember[];
  clauses: readonly Clause[];
  /** Whether an assertion was ignored, since its keyword is not supported. */
  isInexact: boolean;
}

export function assumeNothing(type: number): Assumptions {
  return {
    type,
    schemas: new Map(),
    assertions: new Map(),
    presence: new Map(),
    refused: new Map(),
    others: [],
    clauses: [],
    isInexact: false,
  };
}

export function copyOf(assumed: Assumptions): Assumptions {
  const { type, schemas, assertions, presence, refused, others, clauses, isInexact } = assumed;
  return {
    type,
    schemas: new Map(schemas),
    assertions: new Map(assertions),
    presence: new Map(presence),
    refused: new Map(refused),
    others: [...others],
    clauses,
    isInexact,
  };
}

/** The assertions of a kind that are assumed to hold or, if `holds` is false, to fail. */
export function assertionsOf<Kind extends Assertion["kind"]>(
  assumed: Assumptions,
  kind: Kind,
  holds: boolean,
): Extract<Assertion, { kind: Kind }>[] {
  const found: Extract<Assertion, { kind: Kind }>[] = [];
  for (const each of assumed.assertions.values())
    if (each.holds === holds && each.assertion.kind === kind) found.push(each.assertion as Extract<Assertion, { kind: Kind }>); // The cast is safe: `kind` was compared.
  return found;
}

/** The assertions of a kind that are assumed to fail, each with the side that it follows from. */
export function refusedAssertionsOf<Kind extends Assertion["kind"]>(
  assumed: Assumptions,
  kind: Kind,
): (Sided & { readonly assertion: Extract<Assertion, { kind: Kind }> })[] {
  return assertionsOf(assumed, kind, false).map((assertion) => ({
    assertion,
    isGiven: assumed.assertions.get(assertion.id)?.isGiven === true,
  }));
}

/** The schemas for which the value of the member `name` must be valid. */
export function schemasOn(assumed: Assumptions, name: string): readonly NormalSchema[] {
  return assertionsOf(assumed, "members", true).flatMap((members) => memberSchemas(members, name));
}

/** Adds an assumption. The result is false if the new assumption contradicts the others. */
export function assume(assumed: Assumptions, literal: Literal): boolean {
  switch (literal.kind) {
    case "schema":
      return assumeSchema(assumed, literal);
    case "assertion":
      return assumeAssertion(assumed, literal);
    case "member": {
      const { name, schema, isGiven } = literal;
      const refused = assumed.refused.get(name) ?? [];
      if (!refused.some((each) => each.schema === schema && each.isGiven === isGiven))
        assumed.refused.set(name, [...refused, { schema, isGiven }]);
      return assumePresence(assumed, name, true) && !schemasOn(assumed, name).includes(schema);
    }
    case "absent":
      return assumePresence(assumed, literal.name, false);
    case "other":
      assumed.others.push(literal.other);
      return true;
  }
}

function assumeSchema(assumed: Assumptions, { schema, holds, isGiven }: Refusal & { readonly holds: boolean }): boolean {
  const known = assumed.schemas.get(schema.id);
  if (known !== undefined) return known === holds;
  assumed.schemas.set(schema.id, holds);
  if (holds) return schema.assertions.every((assertion) => assumeAssertion(assumed, { assertion, holds, isGiven }));
  const [only] = schema.assertions;
  if (only === undefined) return false;
  if (schema.assertions.length === 1) return assumeAssertion(assumed, { assertion: only, holds, isGiven });
  return addClause(
    assumed,
    schema.assertions.map((assertion) => [{ kind: "assertion", assertion, holds, isGiven }]),
  );
}

function assumeAssertion(
  assumed: Assumptions,
  { assertion, holds, isGiven }: Sided & { readonly assertion: Assertion; readonly holds: boolean },
): boolean {
  // An assertion that applies only to other types always holds.
  if ((typesInScope(assertion) & assumed.type) === 0) return holds;
  const known = assumed.assertions.get(assertion.id);
  if (known !== undefined) return known.holds === holds;
  assumed.assertions.set(assertion.id, { assertion, holds, isGiven });
  const assumeThat = (schema: NormalSchema, isValid: boolean) => assumeSchema(assumed, { schema, holds: isValid, isGiven });
  const literal = (schema: NormalSchema, isValid: boolean): Literal => ({ kind: "schema", schema, holds: isValid, isGiven });
  switch (assertion.kind) {
    case "types":
      return ((assertion.types & assumed.type) !== 0) === holds;
    case "required":
      return assumePresence(assumed, assertion.name, holds);
    case "reference":
      return assumeThat(assertion.target(), holds);
    case "not":
      return assumeThat(assertion.schema, !holds);
    case "any":
      if (!holds) return assertion.schemas.every((each) => assumeThat(each, false));
      return addClause(
        assumed,
        assertion.schemas.map((each) => [literal(each, true)]),
      );
    case "one":
      return addClause(assumed, exclusiveClause(assertion.schemas, { holds, isGiven }));
    case "conditional":
      return addClause(assumed, [
        [literal(assertion.test, true), literal(assertion.ifValid, holds)],
        [literal(assertion.test, false), literal(assertion.ifInvalid, holds)],
      ]);
    case "dependent": {
      if (!holds) return assumePresence(assumed, assertion.name, true) && assumeThat(assertion.schema, false);
      if (assumed.presence.get(assertion.name) === false) return true;
      return addClause(assumed, [[{ kind: "absent", name: assertion.name }], [literal(assertion.schema, true)]]);
    }
    case "members":
      return holds ? !isContradicted(assumed) : addClause(assumed, failuresOf(assertion, isGiven));
    case "opaque":
      assumed.isInexact = true;
      return true;
    default:
      return true;
  }
}

function assumePresence(assumed: Assumptions, name: string, isPresent: boolean): boolean {
  const known = assumed.presence.get(name);
  assumed.presence.set(name, isPresent);
  return known === undefined || known === isPresent;
}

/** Assumes that one of the cases of a clause is true. Returns false if it has none, since the assumptions then contradict each other. */
function addClause(assumed: Assumptions, clause: Clause): boolean {
  assumed.clauses = [...assumed.clauses, clause];
  return clause.length > 0;
}

/** Whether the value of some member must be both valid and invalid for the same schema. */
function isContradicted(assumed: Assumptions): boolean {
  return [...assumed.refused].some(([name, schemas]) => schemasOn(assumed, name).some((on) => schemas.some(({ schema }) => schema === on)));
}

const exclusiveClauses = new WeakMap<readonly NormalSchema[], Map<string, Clause>>();

/** The clause of `oneOf`, or of its negation. It is remembered, since it has an entry for each pair of alternatives. */
function exclusiveClause(schemas: readonly NormalSchema[], { holds, isGiven }: Sided & { readonly holds: boolean }): Clause {
  const known = exclusiveClauses.get(schemas) ?? new Map<string, Clause>();
  exclusiveClauses.set(schemas, known);
  const key = `${holds} ${isGiven}`;
  const clause = known.get(key) ?? (holds ? oneOf(schemas, isGiven) : notOneOf(schemas, isGiven));
  known.set(key, clause);
  return clause;
}

function oneOf(schemas: readonly NormalSchema[], isGiven: boolean): Clause {
  return schemas.map((_schema, chosen) => schemas.map((schema, index) => ({ kind: "schema", schema, holds: index === chosen, isGiven })));
}

function notOneOf(schemas: readonly NormalSchema[], isGiven: boolean): Clause {
  const pairs = schemas.flatMap((one, index) =>
    schemas.slice(index + 1).map((two): Literal[] => [
      { kind: "schema", schema: one, holds: true, isGiven },
      { kind: "schema", schema: two, holds: true, isGiven },
    ]),
  );
  return [schemas.map((schema) => ({ kind: "schema", schema, holds: false, isGiven })), ...pairs];
}

/** The ways in which an object can violate `properties`, `patternProperties` or `additionalProperties`. */
function failuresOf(members: Members, isGiven: boolean): Clause {
  const { properties, patterns, others } = members;
  const canFail = (schema: NormalSchema) => schema.assertions.length > 0;
  const named = [...properties]
    .filter(([, schema]) => canFail(schema))
    .map(([name, schema]): Literal => ({ kind: "member", name, schema, isGiven }));
  const matching = patterns
    .filter(([, schema]) => canFail(schema))
    .map(([pattern, schema]): Literal => ({ kind: "other", other: { beside: members, pattern, schema, isGiven } }));
  const rest: Literal[] = canFail(others)
    ? [{ kind: "other", other: { beside: members, pattern: undefined, schema: others, isGiven } }]
    : [];
  return [...named, ...matching, ...rest].map((literal) => [literal]);
}
