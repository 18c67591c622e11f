import { isRecord, type UnknownRecord } from "../../json.ts";
import { counted } from "../../projection/text/counted.ts";
import { joined, valuesText } from "../describe-schema.ts";
import { evaluate, matchesSubschema, presentIn } from "../evaluate.ts";
import type { SchemaNodes } from "../evaluation.ts";
import { allHold, type Keywords, quiet } from "../evaluation.ts";
import { expressionOf } from "../expression.ts";
import { missingNames } from "../missing-names.ts";

type Names = readonly string[];

/** The keywords that few schemas have. */
export const uncommonKeywords: Keywords = {
  not: {
    check: (value: unknown, schema: unknown, visit) => !evaluate(value, schema, quiet(visit).evaluation),
    text: (schema: unknown, _visit, nodes) => notText(schema, nodes),
  },
  if: {
    check: (value: unknown, schema: unknown, visit) => {
      const keyword = matchesSubschema(value, { schema, keyword: "if" }, quiet(visit)) ? "then" : "else";
      return matchesSubschema(value, { schema: visit.schema[keyword], keyword }, visit);
    },
  },
  minProperties: {
    check: (object: UnknownRecord, limit: number) => Object.keys(object).length >= limit,
    text: (limit: number) => `must have at least ${counted(limit, "member")}.`,
  },
  maxProperties: {
    check: (object: UnknownRecord, limit: number) => Object.keys(object).length <= limit,
    text: (limit: number) => `must have at most ${counted(limit, "member")}.`,
  },
  propertyNames: {
    check: (object: UnknownRecord, schema: unknown, visit) =>
      // A name that matches does not count as an evaluated member.
      allHold(Object.keys(object), visit, (key) =>
        matchesSubschema(key, { schema, keyword: "propertyNames", key }, { ...visit, covered: undefined }),
      ),
  },
  dependentRequired: {
    check: (object: UnknownRecord, dependent: { readonly [name: string]: Names }) =>
      presentIn(object, dependent).every((name) => dependent[name]?.every((other) => Object.hasOwn(object, other))),
    text: (dependent: unknown, { value }) => dependentText(dependent, value),
  },
  dependentSchemas: {
    check: (object: UnknownRecord, schemas: UnknownRecord, visit) =>
      allHold(presentIn(object, schemas), visit, (name) =>
        matchesSubschema(object, { schema: schemas[name], keyword: "dependentSchemas" }, visit),
      ),
  },
  patternProperties: {
    check: (object: UnknownRecord, schemas: UnknownRecord, visit) =>
      allHold(Object.entries(schemas), visit, ([pattern, schema]) => {
        const names = Object.keys(object).filter((name) => expressionOf(pattern)?.test(name));
        return allHold(names, visit, (key) => matchesSubschema(object[key], { schema, keyword: "patternProperties", key }, visit));
      }),
  },
  unevaluatedProperties: {
    check: (object: UnknownRecord, schema: unknown, visit) => {
      // `additionalProperties` evaluates all members.
      if (Object.hasOwn(visit.schema, "additionalProperties")) return true;
      const names = Object.keys(object).filter((name) => !visit.covered?.has(name));
      return allHold(names, visit, (key) => matchesSubschema(object[key], { schema, keyword: "unevaluatedProperties", key }, visit));
    },
  },
  contains: {
    check: (items: readonly unknown[], schema: unknown, visit) => {
      const { minContains = 1, maxContains = items.length } = visit.schema;
      const silent = quiet(visit);
      const found = items.filter((value, key) => matchesSubschema(value, { schema, keyword: "contains", key }, silent));
      return found.length >= Number(minContains) && found.length <= Number(maxContains);
    },
    text: () => "does not have the required number of matching items.",
  },
  unevaluatedItems: {
    check: (items: readonly unknown[], schema: unknown, visit) =>
      // `items` evaluates all items.
      Object.hasOwn(visit.schema, "items") ||
      allHold(
        items,
        visit,
        (value, key) => visit.covered?.has(key) || matchesSubschema(value, { schema, keyword: "unevaluatedItems", key }, visit),
      ),
  },
};

export function isPatternNamed(name: string, patterns: unknown): boolean {
  return isRecord(patterns) && Object.keys(patterns).some((pattern) => expressionOf(pattern)?.test(name));
}

function dependentText(dependent: unknown, value: unknown): string {
  const entries = isRecord(dependent) && isRecord(value) ? Object.entries(dependent).filter(([name]) => Object.hasOwn(value, name)) : [];
  for (const [name, others] of entries) {
    const missing = missingNames(others, value);
    if (missing.length > 0)
      return `has the member ${JSON.stringify(name)}, which requires ${joined(
        missing.map((each) => JSON.stringify(each)),
        "and",
      )}.`;
  }
  return "does not have a member that another member requires.";
}

function notText(schema: unknown, nodes: SchemaNodes): string {
  const { required, const: only, enum: values } = nodes.resolve(schema) ?? {};
  if (Array.isArray(values)) return `must be none of ${valuesText(values)}.`;
  if (only !== undefined) return `must not be ${valuesText([only])}.`;
  const names = Array.isArray(required) ? required.map((name) => JSON.stringify(name)) : [];
  return names.length === 0
    ? "must not match the schema under `not`."
    : `must not have the ${names.length === 1 ? `member ${names[0]}` : `members ${joined(names, "and")} together`}.`;
}
