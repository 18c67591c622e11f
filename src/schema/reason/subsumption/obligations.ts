import { valueKey } from "../../../source/json/value-key.ts";
import { assertionsIn, schemasOfMember, typesOf } from "./assertions-in.ts";
import { describes, membersInside } from "./described-members.ts";
import { alternativesObligations, unionsIn } from "./match-alternatives.ts";
import { type Assertion, type Members, matches, type SchemaReader, typesInScope } from "./normal-schema.ts";
import { type Given, type Obligation, reversed } from "./obligation.ts";

type Kind<Name extends Assertion["kind"]> = Extract<Assertion, { kind: Name }>;

/**
 * Obligations that together imply that `wide` accepts all values that `narrow` accepts; `undefined` if the rules of this file find none.
 * The rules only compare assertions of the same kind, so they take few steps, but they do not find every proof.
 */
export function obligationsOf({ wide, narrow, waives }: Obligation, reader: SchemaReader): readonly Obligation[] | undefined {
  const own = assertionsIn(narrow);
  const known = new Set(own.map(({ id }) => id));
  const types = typesOf(narrow);
  const given = { own, narrow, waives, reader };
  const found: Obligation[] = [];
  for (const assertion of assertionsIn(wide)) {
    if (known.has(assertion.id) || (typesInScope(assertion) & types) === 0) continue;
    const obligations = ofAssertion(assertion, given) ?? byAlternative(assertion, given);
    if (obligations === undefined) return undefined;
    found.push(...obligations);
  }
  return found;
}

/** Proves an assertion for each alternative of a union of `narrow`. */
function byAlternative(assertion: Assertion, { own, waives, reader }: Given): readonly Obligation[] | undefined {
  const [union] = unionsIn(own);
  if (union === undefined) return undefined;
  const rest = own.filter((each) => each !== union);
  return union.schemas.map((schema) => ({ wide: reader.all([], [assertion]), narrow: reader.all([schema], rest), waives }));
}

function ofAssertion(assertion: Assertion, given: Given): readonly Obligation[] | undefined {
  const { own, narrow, waives, reader } = given;
  const ofKind = <Name extends Assertion["kind"]>(kind: Name) => own.filter((each): each is Kind<Name> => each.kind === kind);
  const isMet = (condition: boolean) => (condition ? [] : undefined);
  switch (assertion.kind) {
    case "types":
      return isMet((typesOf(narrow) & ~assertion.types) === 0);
    case "values": {
      const keys = new Set(assertion.values.map(valueKey));
      return isMet(ofKind("values").some(({ values }) => values.every((value) => keys.has(valueKey(value)))));
    }
    case "minimum":
    case "maximum": {
      const sign = assertion.kind === "minimum" ? 1 : -1;
      return isMet(
        ofKind(assertion.kind).some(({ bound, isExclusive }) => {
          const distance = (bound - assertion.bound) * sign;
          return distance > 0 || (distance === 0 && (isExclusive || !assertion.isExclusive));
        }),
      );
    }
    case "minLength":
    case "minItems":
    case "minProperties":
      return isMet(ofKind(assertion.kind).some(({ count }) => count >= assertion.count));
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return isMet(ofKind(assertion.kind).some(({ count }) => count <= assertion.count));
    case "members":
      return ofMembers(assertion, given);
    case "items": {
      const lists = ofKind("items");
      const described = Math.max(assertion.prefix.length, ...lists.map(({ prefix }) => prefix.length));
      return Array.from({ length: described + 1 }, (_each, index) => ({
        wide: assertion.prefix[index] ?? assertion.rest,
        narrow: reader.all(lists.map(({ prefix, rest }) => prefix[index] ?? rest)),
        waives,
      }));
    }
    case "contains": {
      const isBounded = assertion.max < Number.POSITIVE_INFINITY;
      const same = ofKind("contains").find(({ min, max }) => min >= assertion.min && max <= assertion.max);
      if (same === undefined) return undefined;
      const forward = { wide: assertion.schema, narrow: same.schema, waives };
      return isBounded ? [forward, { wide: same.schema, narrow: assertion.schema, waives: reversed(waives) }] : [forward];
    }
    case "propertyNames": {
      const [names] = ofKind("propertyNames");
      return names && [{ wide: assertion.schema, narrow: names.schema, waives }];
    }
    case "dependent": {
      const same = ofKind("dependent").find(({ name }) => name === assertion.name);
      return same && [{ wide: assertion.schema, narrow: reader.all([narrow, same.schema]), waives }];
    }
    case "conditional": {
      const same = ofKind("conditional").find(({ test }) => test === assertion.test);
      return (
        same && [
          { wide: assertion.ifValid, narrow: reader.all([narrow, same.ifValid]), waives },
          { wide: assertion.ifInvalid, narrow: reader.all([narrow, same.ifInvalid]), waives },
        ]
      );
    }
    case "not": {
      const [first] = ofKind("not");
      return first && [{ wide: first.schema, narrow: assertion.schema, waives: reversed(waives) }];
    }
    case "any":
    case "one":
      return alternativesObligations(assertion, given);
    default:
      return undefined;
  }
}

function ofMembers(wide: Members, { own, narrow, waives, reader }: Given): readonly Obligation[] | undefined {
  const known = own.flatMap((each) => (each.kind === "members" ? [each] : []));
  const found: Obligation[] = [];
  for (const [name, schema] of wide.properties) {
    if (waives === "wide" && schema.assertions.length > 0 && !known.some((each) => describes(each, name))) {
      // An alternative of a union may describe the member. Then the alternatives are considered separately.
      if (membersInside(narrow).some((each) => describes(each, name))) return undefined;
      continue;
    }
    found.push({ wide: schema, narrow: reader.all(schemasOfMember(own, name)), waives });
  }
  for (const [pattern, schema] of wide.patterns) {
    const same = known.flatMap(({ patterns }) => patterns.filter(([each]) => each === pattern).map(([, each]) => each));
    found.push({ wide: schema, narrow: reader.all(same), waives });
  }
  if (wide.others.assertions.length === 0) return found;
  const others = known.find((each) => each.others.assertions.length > 0);
  if (others === undefined) return undefined;
  const isOther = (name: string) => !wide.properties.has(name) && !wide.patterns.some(([pattern]) => matches(pattern, name));
  for (const name of others.properties.keys())
    if (isOther(name)) found.push({ wide: wide.others, narrow: reader.all(schemasOfMember(own, name)), waives });
  for (const [pattern, schema] of others.patterns)
    if (!wide.patterns.some(([each]) => each === pattern)) found.push({ wide: wide.others, narrow: schema, waives });
  return [...found, { wide: wide.others, narrow: others.others, waives }];
}
