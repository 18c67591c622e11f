import { isArray, isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { decimalOf, isMultiple } from "./decimal.ts";
import { formatHolds } from "./formats.ts";
import { type Assertion, matches, memberSchemas, type NormalSchema, typeBitOf } from "./normal-schema.ts";

/** Whether a value is valid; `undefined` if the result depends on an unsupported assertion. */
export type Verdict = boolean | undefined;

/**
 * The verdicts of one validation, by value and by the id of the schema. A value is validated only once against a schema to which several
 * references lead.
 */
type Verdicts = Map<Json, Map<number, Verdict>>;

/** Validates a value against a schema in normal form. */
export function judge(schema: NormalSchema, value: Json, verdicts: Verdicts = new Map()): Verdict {
  const known = verdicts.get(value) ?? new Map<number, Verdict>();
  verdicts.set(value, known);
  if (known.has(schema.id)) return known.get(schema.id);
  known.set(schema.id, undefined); // If the schema refers to itself for the same value, the inner verdict is undecided.
  const verdict = every(schema.assertions, (assertion) => judgeAssertion(assertion, value, verdicts));
  known.set(schema.id, verdict);
  return verdict;
}

export function judgeAssertion(assertion: Assertion, value: Json, verdicts: Verdicts = new Map()): Verdict {
  switch (assertion.kind) {
    case "types":
      return (assertion.types & typeBitOf(value)) !== 0;
    case "values": {
      const key = valueKey(value);
      return assertion.values.some((each) => valueKey(each) === key);
    }
    case "reference":
      return judge(assertion.target(), value, verdicts);
    case "any":
      return some(assertion.schemas, (schema) => judge(schema, value, verdicts));
    case "one":
      return isOne(assertion.schemas.map((schema) => judge(schema, value, verdicts)));
    case "not":
      return negated(judge(assertion.schema, value, verdicts));
    case "conditional": {
      const test = judge(assertion.test, value, verdicts);
      const [then, otherwise] = [assertion.ifValid, assertion.ifInvalid].map((schema) => judge(schema, value, verdicts));
      return test === undefined ? (then === otherwise ? then : undefined) : test ? then : otherwise;
    }
    case "opaque":
      return undefined;
    default:
      if (typeof value === "number") return judgeNumber(assertion, value);
      if (typeof value === "string") return judgeString(assertion, value);
      if (isArray(value)) return judgeArray(assertion, value, verdicts);
      return isObject(value) ? judgeObject(assertion, value, verdicts) : true;
  }
}

function judgeNumber(assertion: Assertion, value: number): Verdict {
  switch (assertion.kind) {
    case "minimum":
      return assertion.isExclusive ? value > assertion.bound : value >= assertion.bound;
    case "maximum":
      return assertion.isExclusive ? value < assertion.bound : value <= assertion.bound;
    case "multipleOf": {
      const [one, other] = [decimalOf(value), decimalOf(assertion.divisor)];
      return one && other && isMultiple(one, other);
    }
    default:
      return true;
  }
}

function judgeString(assertion: Assertion, value: string): Verdict {
  switch (assertion.kind) {
    case "minLength":
      return [...value].length >= assertion.count;
    case "maxLength":
      return [...value].length <= assertion.count;
    case "pattern":
      return matches(assertion.pattern, value);
    case "format":
      return formatHolds(assertion.format, value);
    default:
      return true;
  }
}

function judgeArray(assertion: Assertion, value: readonly Json[], verdicts: Verdicts): Verdict {
  switch (assertion.kind) {
    case "minItems":
      return value.length >= assertion.count;
    case "maxItems":
      return value.length <= assertion.count;
    case "uniqueItems":
      return new Set(value.map(valueKey)).size === value.length;
    case "items":
      return every([...value.entries()], ([index, item]) => judge(assertion.prefix[index] ?? assertion.rest, item, verdicts));
    case "contains": {
      const ofItems = value.map((item) => judge(assertion.schema, item, verdicts));
      const certain = ofItems.filter((verdict) => verdict === true).length;
      const possible = ofItems.filter((verdict) => verdict !== false).length;
      if (certain >= assertion.min && possible <= assertion.max) return true;
      return possible < assertion.min || certain > assertion.max ? false : undefined;
    }
    default:
      return true;
  }
}

function judgeObject(assertion: Assertion, value: JsonObject, verdicts: Verdicts): Verdict {
  const names = Object.keys(value);
  switch (assertion.kind) {
    case "minProperties":
      return names.length >= assertion.count;
    case "maxProperties":
      return names.length <= assertion.count;
    case "required":
      return Object.hasOwn(value, assertion.name);
    case "propertyNames":
      return every(names, (name) => judge(assertion.schema, name, verdicts));
    case "dependent":
      return !Object.hasOwn(value, assertion.name) || judge(assertion.schema, value, verdicts);
    case "members":
      return every(names, (name) => every(memberSchemas(assertion, name), (schema) => judge(schema, value[name] ?? null, verdicts)));
    default:
      return true;
  }
}

function every<Item>(items: readonly Item[], verdictOf: (item: Item) => Verdict): Verdict {
  let verdict: Verdict = true;
  for (const item of items) {
    const own = verdictOf(item);
    if (own === false) return false;
    if (own === undefined) verdict = undefined;
  }
  return verdict;
}

function some<Item>(items: readonly Item[], verdictOf: (item: Item) => Verdict): Verdict {
  return negated(every(items, (item) => negated(verdictOf(item))));
}

function isOne(verdicts: readonly Verdict[]): Verdict {
  const certain = verdicts.filter((verdict) => verdict === true).length;
  if (certain > 1) return false;
  return verdicts.includes(undefined) ? undefined : certain === 1;
}

export function negated(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}
