import { isRecord, type UnknownRecord } from "../json.ts";
import { expressionOf, hasType, hasUniqueItems, isOneOf, numberChecks, stringChecks, valueKind } from "./assertions.ts";
import {
  allHold,
  type Checks,
  type Evaluation,
  type NodeVisit,
  quiet,
  type Subschema,
  violationOf,
  visitBelow,
  visitHere,
} from "./evaluation.ts";

/** Whether a value matches a schema. Throws a `RangeError` if this takes too many visits, or if references are cyclic. */
export function evaluate(value: unknown, schema: unknown, evaluation: Evaluation): boolean {
  return matches(value, schema, { evaluation, schema: {}, instance: "#", location: "#", covered: undefined });
}

type Schemas = readonly unknown[];
type Names = readonly string[];

/** The keywords for values of every type. */
const anyChecks: Checks<unknown> = {
  $ref: (value, reference: string, visit) => holdsReference(value, { reference, keyword: "$ref" }, visit),
  type: hasType,
  const: (value, only: unknown) => isOneOf(value, [only]),
  enum: isOneOf,
  not: (value, schema: unknown, visit) => !evaluate(value, schema, quiet(visit).evaluation),
  anyOf: (value, schemas: Schemas, visit) => holdsUnion(value, { schemas, keyword: "anyOf", most: Number.POSITIVE_INFINITY }, visit),
  allOf: (value, schemas: Schemas, visit) =>
    allHold(schemas, visit, (schema, segment) => holdsHere(value, { schema, keyword: "allOf", segment }, visit)),
  $dynamicRef: (value, reference: string, visit) => holdsReference(value, { reference, keyword: "$dynamicRef" }, visit),
  oneOf: (value, schemas: Schemas, visit) => holdsUnion(value, { schemas, keyword: "oneOf", most: 1 }, visit),
  if: (value, schema: unknown, visit) => {
    const keyword = matchesHere(value, { schema, keyword: "if" }, quiet(visit)) ? "then" : "else";
    return holdsHere(value, { schema: visit.schema[keyword], keyword }, visit);
  },
};

const objectChecks: Checks<UnknownRecord> = {
  required: (object, names: Names, visit) =>
    allHold(names, visit, (name) => {
      const isPresent = Object.hasOwn(object, name);
      if (!isPresent) visit.evaluation.violations?.push(violationOf("required", visit));
      return isPresent;
    }),
  minProperties: (object, limit: number) => Object.keys(object).length >= limit,
  maxProperties: (object, limit: number) => Object.keys(object).length <= limit,
  propertyNames: (object, schema: unknown, visit) =>
    allHold(Object.keys(object), visit, (name) => holdsBelow({ key: name, value: name }, { schema, keyword: "propertyNames" }, visit)),
  dependentRequired: (object, dependent: { readonly [name: string]: Names }) =>
    presentIn(object, dependent).every((name) => dependent[name]?.every((other) => Object.hasOwn(object, other))),
  dependentSchemas: (object, schemas: UnknownRecord, visit) =>
    allHold(presentIn(object, schemas), visit, (segment) =>
      holdsHere(object, { schema: schemas[segment], keyword: "dependentSchemas", segment }, visit),
    ),
  properties: (object, schemas: UnknownRecord, visit) =>
    allHold(presentIn(object, schemas), visit, (segment) =>
      covers({ key: segment, value: object[segment] }, { schema: schemas[segment], keyword: "properties", segment }, visit),
    ),
  patternProperties: (object, schemas: UnknownRecord, visit) =>
    allHold(Object.entries(schemas), visit, ([segment, schema]) => {
      const names = Object.keys(object).filter((name) => expressionOf(segment)?.test(name));
      return allHold(names, visit, (key) => covers({ key, value: object[key] }, { schema, keyword: "patternProperties", segment }, visit));
    }),
  additionalProperties: (object, schema: unknown, visit) => {
    const { properties, patternProperties } = visit.schema;
    const named = isRecord(properties) ? properties : {};
    const patterns = isRecord(patternProperties) ? Object.keys(patternProperties).map(expressionOf) : [];
    const names = Object.keys(object).filter((name) => !Object.hasOwn(named, name) && !patterns.some((pattern) => pattern?.test(name)));
    return allHold(names, visit, (key) => covers({ key, value: object[key] }, { schema, keyword: "additionalProperties" }, visit));
  },
  unevaluatedProperties: (object, schema: unknown, visit) => {
    // `additionalProperties` evaluates all members.
    if (Object.hasOwn(visit.schema, "additionalProperties")) return true;
    const names = Object.keys(object).filter((name) => !visit.covered?.has(name));
    return allHold(names, visit, (key) => covers({ key, value: object[key] }, { schema, keyword: "unevaluatedProperties" }, visit));
  },
};

const arrayChecks: Checks<readonly unknown[]> = {
  uniqueItems: hasUniqueItems,
  maxItems: (items, limit: number) => items.length <= limit,
  minItems: (items, limit: number) => items.length >= limit,
  prefixItems: (items, schemas: Schemas, visit) =>
    allHold(items.slice(0, schemas.length), visit, (value, key) =>
      covers({ key, value }, { schema: schemas[key], keyword: "prefixItems", segment: key }, visit),
    ),
  items: (items, schema: unknown, visit) => {
    const { prefixItems } = visit.schema;
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return allHold(items.slice(first), visit, (value, index) => covers({ key: first + index, value }, { schema, keyword: "items" }, visit));
  },
  contains: (items, schema: unknown, visit) => {
    const { minContains = 1, maxContains = items.length } = visit.schema;
    const silent = quiet(visit);
    const found = items.filter((value, key) => {
      const isFound = matches(value, schema, visitBelow(key, { schema, keyword: "contains" }, silent));
      if (isFound) visit.covered?.add(key);
      return isFound;
    });
    return found.length >= Number(minContains) && found.length <= Number(maxContains);
  },
  unevaluatedItems: (items, schema: unknown, visit) =>
    // `items` evaluates all items.
    Object.hasOwn(visit.schema, "items") ||
    allHold(
      items,
      visit,
      (value, key) => visit.covered?.has(key) || covers({ key, value }, { schema, keyword: "unevaluatedItems" }, visit),
    ),
};

/** The names in `named` that the object has. */
function presentIn(object: UnknownRecord, named: UnknownRecord): string[] {
  return Object.keys(named).filter((name) => Object.hasOwn(object, name));
}

/** Whether a value matches a schema, whose locations and evaluation `visit` has. */
function matches(value: unknown, schema: unknown, visit: NodeVisit): boolean {
  const { evaluation, instance } = visit;
  if (schema === false) {
    evaluation.violations?.push({ keyword: "false", instanceLocation: instance, keywordLocation: instance, matches: 0 });
    return false;
  }
  if (!isRecord(schema)) return true;
  evaluation.visits.left -= 1;
  if (evaluation.visits.left < 0) throw new RangeError("The validation visits too many schema nodes.");
  const needsCovered = Object.hasOwn(schema, "unevaluatedProperties") || Object.hasOwn(schema, "unevaluatedItems");
  return holds(value, { ...visit, schema, covered: visit.covered ?? (needsCovered ? new Set() : undefined) });
}

function holds(value: unknown, visit: NodeVisit): boolean {
  const isHeld = holdsChecks(value, anyChecks, visit);
  if (!isHeld && !visit.evaluation.isThorough) return false;
  return holdsChecksOfKind(value, visit) && isHeld;
}

function holdsChecksOfKind(value: unknown, visit: NodeVisit): boolean {
  switch (valueKind(value)) {
    case "object":
      return holdsChecks(value as UnknownRecord, objectChecks, visit); // `valueKind` guarantees the types of the values.
    case "array":
      return holdsChecks(value as readonly unknown[], arrayChecks, visit);
    case "number":
      return holdsChecks(value as number, numberChecks, visit);
    case "string":
      return holdsChecks(value as string, stringChecks, visit);
    default:
      return true;
  }
}

function holdsChecks<Value>(value: Value, checks: Checks<Value>, visit: NodeVisit): boolean {
  const { violations } = visit.evaluation;
  return allHold(keywordsOf(visit.schema, checks), visit, (keyword) => {
    const before = violations?.length;
    const isHeld = checks[keyword]?.(value, visit.schema[keyword] as never, visit) ?? true; // As the contract of `Check` says.
    if (!isHeld && violations?.length === before) violations?.push(violationOf(keyword, visit));
    return isHeld;
  });
}

/** The keywords of schemas that have a check, by the table of the checks. A schema is visited once for each value. */
const known = new WeakMap<object, WeakMap<object, Names>>();

/** The keywords of a schema that have a check, in the order of the checks. */
function keywordsOf(schema: UnknownRecord, checks: object): Names {
  const bySchema = known.get(checks) ?? new WeakMap();
  known.set(checks, bySchema);
  const found = bySchema.get(schema) ?? Object.keys(checks).filter((keyword) => Object.hasOwn(schema, keyword));
  bySchema.set(schema, found);
  return found;
}

/** Whether a value matches a subschema for the same value. What the subschema evaluates counts only if the value matches. */
function matchesHere(value: unknown, subschema: Subschema, visit: NodeVisit): boolean {
  const inner = visitHere(subschema, visit);
  const isMatch = matches(value, subschema.schema, inner);
  if (isMatch) for (const key of inner.covered ?? []) visit.covered?.add(key);
  return isMatch;
}

function holdsHere(value: unknown, subschema: Subschema, visit: NodeVisit): boolean {
  return reported(subschema.keyword, visit, () => matchesHere(value, subschema, visit));
}

function holdsReference(
  value: unknown,
  { reference, keyword }: { readonly reference: string; readonly keyword: string },
  visit: NodeVisit,
): boolean {
  return holdsHere(value, { schema: visit.evaluation.resolve(visit.schema, reference), keyword }, visit);
}

/** A member or an item, and its name or index. */
interface Part {
  readonly key: string | number;
  readonly value: unknown;
}

function holdsBelow({ key, value }: Part, subschema: Subschema, visit: NodeVisit): boolean {
  return reported(subschema.keyword, visit, () => matches(value, subschema.schema, visitBelow(key, subschema, visit)));
}

/** Whether a member or an item matches a subschema, which has then evaluated it. */
function covers(part: Part, subschema: Subschema, visit: NodeVisit): boolean {
  const isMatch = holdsBelow(part, subschema, visit);
  if (isMatch) visit.covered?.add(part.key);
  return isMatch;
}

/** Reports the violation of a keyword before the violations that `holds` reports; none if `holds` returns `true`. */
function reported(keyword: string, visit: NodeVisit, holds: () => boolean): boolean {
  const { violations } = visit.evaluation;
  if (violations === undefined) return holds();
  const before = violations.length;
  violations.push(violationOf(keyword, visit));
  const isHeld = holds();
  if (isHeld) violations.length = before;
  return isHeld;
}

interface Union {
  readonly schemas: Schemas;
  readonly keyword: string;
  /** How many alternatives may match. */
  readonly most: number;
}

function holdsUnion(value: unknown, { schemas, keyword, most }: Union, visit: NodeVisit): boolean {
  const { violations } = visit.evaluation;
  const before = violations?.length ?? 0;
  // How many matches decide the result, if nothing else is to be found out.
  const enough = violations === undefined && visit.covered === undefined ? Math.min(most, 1) + Number(most === 1) : schemas.length;
  let count = 0;
  for (const [segment, schema] of schemas.entries()) {
    if (matchesHere(value, { schema, keyword, segment }, visit)) count += 1;
    if (count >= enough) break;
  }
  const isHeld = count > 0 && count <= most;
  if (isHeld) violations?.splice(before);
  else violations?.splice(before, 0, violationOf(keyword, visit, count));
  return isHeld;
}
