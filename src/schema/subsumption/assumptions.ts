import { type Assertion, type Members, memberSchemas, type NormalSchema, typesInScope } from "./normal-schema.ts";

/** Something that is to be true of a value. */
export type Literal =
  | { readonly kind: "schema"; readonly schema: NormalSchema; readonly holds: boolean }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly holds: boolean }
  /** The object has this member, and the schema refuses it. */
  | { readonly kind: "member"; readonly name: string; readonly schema: NormalSchema }
  | { readonly kind: "absent"; readonly name: string }
  | { readonly kind: "other"; readonly other: OtherMember };

/** A member that the object must have: its name is in no `properties` of `beside` and matches the pattern, or none of them; `schema` refuses it. */
export interface OtherMember {
  readonly beside: Members;
  readonly pattern: string | undefined;
  readonly schema: NormalSchema;
}

/** Alternatives, each with what is true together. One of them has to be. */
export type Clause = readonly (readonly Literal[])[];

/** What is known of the value that is looked for. */
export interface Assumptions {
  /** Its type: one bit. */
  readonly type: number;
  readonly schemas: Map<number, boolean>;
  readonly assertions: Map<number, { readonly assertion: Assertion; readonly holds: boolean }>;
  /** The members that the object has (true) or lacks. */
  readonly presence: Map<string, boolean>;
  /** By name, the schemas that refuse the member. */
  readonly refused: Map<string, readonly NormalSchema[]>;
  readonly others: OtherMember[];
  clauses: readonly Clause[];
  /** Whether some assertion was left out, since it is not understood. */
  isInexact: boolean;
}

export function factsOf(type: number): Assumptions {
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

export function copyOf(facts: Assumptions): Assumptions {
  const { type, schemas, assertions, presence, refused, others, clauses, isInexact } = facts;
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

/** The assertions of a kind that hold, or that fail. */
export function assertionsOf<Kind extends Assertion["kind"]>(
  facts: Assumptions,
  kind: Kind,
  holds: boolean,
): Extract<Assertion, { kind: Kind }>[] {
  const found: Extract<Assertion, { kind: Kind }>[] = [];
  for (const each of facts.assertions.values())
    if (each.holds === holds && each.assertion.kind === kind) found.push(each.assertion as Extract<Assertion, { kind: Kind }>); // By its kind.
  return found;
}

/** The schemas that a member of this name has to be valid for. */
export function schemasOn(facts: Assumptions, name: string): readonly NormalSchema[] {
  return assertionsOf(facts, "members", true).flatMap((members) => memberSchemas(members, name));
}

/** Adds what is to be true. Returns false if it contradicts what is known. */
export function assume(facts: Assumptions, literal: Literal): boolean {
  switch (literal.kind) {
    case "schema":
      return assumeSchema(facts, literal.schema, literal.holds);
    case "assertion":
      return assumeAssertion(facts, literal.assertion, literal.holds);
    case "member": {
      const { name, schema } = literal;
      const refused = facts.refused.get(name) ?? [];
      if (!refused.includes(schema)) facts.refused.set(name, [...refused, schema]);
      return assumePresence(facts, name, true) && !schemasOn(facts, name).includes(schema);
    }
    case "absent":
      return assumePresence(facts, literal.name, false);
    case "other":
      facts.others.push(literal.other);
      return true;
  }
}

function assumeSchema(facts: Assumptions, schema: NormalSchema, holds: boolean): boolean {
  const known = facts.schemas.get(schema.id);
  if (known !== undefined) return known === holds;
  facts.schemas.set(schema.id, holds);
  if (holds) return schema.assertions.every((assertion) => assumeAssertion(facts, assertion, true));
  const [only] = schema.assertions;
  if (only === undefined) return false;
  if (schema.assertions.length === 1) return assumeAssertion(facts, only, false);
  return addClause(
    facts,
    schema.assertions.map((assertion) => [{ kind: "assertion", assertion, holds: false }]),
  );
}

function assumeAssertion(facts: Assumptions, assertion: Assertion, holds: boolean): boolean {
  // What says nothing of this type holds, and cannot fail.
  if ((typesInScope(assertion) & facts.type) === 0) return holds;
  const known = facts.assertions.get(assertion.id);
  if (known !== undefined) return known.holds === holds;
  facts.assertions.set(assertion.id, { assertion, holds });
  const schema = (each: NormalSchema, isValid: boolean): Literal => ({ kind: "schema", schema: each, holds: isValid });
  switch (assertion.kind) {
    case "types":
      return ((assertion.types & facts.type) !== 0) === holds;
    case "required":
      return assumePresence(facts, assertion.name, holds);
    case "reference":
      return assumeSchema(facts, assertion.target(), holds);
    case "not":
      return assumeSchema(facts, assertion.schema, !holds);
    case "any":
      if (!holds) return assertion.schemas.every((each) => assumeSchema(facts, each, false));
      return addClause(
        facts,
        assertion.schemas.map((each) => [schema(each, true)]),
      );
    case "one":
      return addClause(facts, holds ? oneOf(assertion.schemas) : notOneOf(assertion.schemas));
    case "conditional":
      return addClause(facts, [
        [schema(assertion.test, true), schema(assertion.ifValid, holds)],
        [schema(assertion.test, false), schema(assertion.ifInvalid, holds)],
      ]);
    case "dependent": {
      if (!holds) return assumePresence(facts, assertion.name, true) && assumeSchema(facts, assertion.schema, false);
      if (facts.presence.get(assertion.name) === false) return true;
      return addClause(facts, [[{ kind: "absent", name: assertion.name }], [schema(assertion.schema, true)]]);
    }
    case "members":
      return holds ? refusedFit(facts) : addClause(facts, failuresOf(assertion));
    case "opaque":
      facts.isInexact = true;
      return true;
    default:
      return true;
  }
}

function assumePresence(facts: Assumptions, name: string, isPresent: boolean): boolean {
  const known = facts.presence.get(name);
  facts.presence.set(name, isPresent);
  return known === undefined || known === isPresent;
}

function addClause(facts: Assumptions, clause: Clause): boolean {
  facts.clauses = [...facts.clauses, clause];
  return clause.length > 0;
}

function refusedFit(facts: Assumptions): boolean {
  for (const [name, schemas] of facts.refused) if (schemasOn(facts, name).some((schema) => schemas.includes(schema))) return false;
  return true;
}

function oneOf(schemas: readonly NormalSchema[]): Clause {
  return schemas.map((_schema, chosen) => schemas.map((schema, index) => ({ kind: "schema", schema, holds: index === chosen })));
}

function notOneOf(schemas: readonly NormalSchema[]): Clause {
  const pairs = schemas.flatMap((one, index) =>
    schemas.slice(index + 1).map((two): Literal[] => [
      { kind: "schema", schema: one, holds: true },
      { kind: "schema", schema: two, holds: true },
    ]),
  );
  return [schemas.map((schema) => ({ kind: "schema", schema, holds: false })), ...pairs];
}

/** How an object can fail `properties`, `patternProperties` and `additionalProperties`. */
function failuresOf(members: Members): Clause {
  const { properties, patterns, others } = members;
  const canFail = (schema: NormalSchema) => schema.assertions.length > 0;
  const named = [...properties]
    .filter(([, schema]) => canFail(schema))
    .map(([name, schema]): Literal => ({ kind: "member", name, schema }));
  const matching = patterns
    .filter(([, schema]) => canFail(schema))
    .map(([pattern, schema]): Literal => ({ kind: "other", other: { beside: members, pattern, schema } }));
  const rest: Literal[] = canFail(others) ? [{ kind: "other", other: { beside: members, pattern: undefined, schema: others } }] : [];
  return [...named, ...matching, ...rest].map((literal) => [literal]);
}
