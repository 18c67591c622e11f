import type { Json, JsonObject } from "../../source/json.ts";
import { decimalOf, isMultiple } from "./decimal.ts";
import { formatHolds } from "./formats.ts";
import { type Assertion, matches, memberSchemas, type NormalSchema, typeBitOf } from "./normal-schema.ts";
import { valueKey } from "./value-key.ts";

/** Whether a value is valid; `undefined` if that depends on an assertion that is not understood. */
export type Verdict = boolean | undefined;

export function judge(schema: NormalSchema, value: Json): Verdict {
  return every(schema.assertions, (assertion) => judgeAssertion(assertion, value));
}

export function judgeAssertion(assertion: Assertion, value: Json): Verdict {
  switch (assertion.kind) {
    case "types":
      return (assertion.types & typeBitOf(value)) !== 0;
    case "values": {
      const key = valueKey(value);
      return assertion.values.some((each) => valueKey(each) === key);
    }
    case "reference":
      return judge(assertion.target(), value);
    case "any":
      return some(assertion.schemas, (schema) => judge(schema, value));
    case "one":
      return isOne(assertion.schemas.map((schema) => judge(schema, value)));
    case "not":
      return negated(judge(assertion.schema, value));
    case "conditional": {
      const test = judge(assertion.test, value);
      const [then, otherwise] = [assertion.ifValid, assertion.ifInvalid].map((schema) => judge(schema, value));
      return test === undefined ? (then === otherwise ? then : undefined) : test ? then : otherwise;
    }
    case "opaque":
      return undefined;
    default:
      if (typeof value === "number") return judgeNumber(assertion, value);
      if (typeof value === "string") return judgeText(assertion, value);
      if (Array.isArray(value)) return judgeArray(assertion, value);
      return typeof value === "object" && value !== null ? judgeObject(assertion, value as JsonObject) : true;
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

function judgeText(assertion: Assertion, value: string): Verdict {
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

function judgeArray(assertion: Assertion, value: readonly Json[]): Verdict {
  switch (assertion.kind) {
    case "minItems":
      return value.length >= assertion.count;
    case "maxItems":
      return value.length <= assertion.count;
    case "uniqueItems":
      return new Set(value.map(valueKey)).size === value.length;
    case "items":
      return every([...value.entries()], ([index, item]) => judge(assertion.prefix[index] ?? assertion.rest, item));
    case "contains": {
      const verdicts = value.map((item) => judge(assertion.schema, item));
      const certain = verdicts.filter((verdict) => verdict === true).length;
      const possible = verdicts.filter((verdict) => verdict !== false).length;
      if (certain >= assertion.min && possible <= assertion.max) return true;
      return possible < assertion.min || certain > assertion.max ? false : undefined;
    }
    default:
      return true;
  }
}

function judgeObject(assertion: Assertion, value: JsonObject): Verdict {
  const names = Object.keys(value);
  switch (assertion.kind) {
    case "minProperties":
      return names.length >= assertion.count;
    case "maxProperties":
      return names.length <= assertion.count;
    case "required":
      return Object.hasOwn(value, assertion.name);
    case "propertyNames":
      return every(names, (name) => judge(assertion.schema, name));
    case "dependent":
      return !Object.hasOwn(value, assertion.name) || judge(assertion.schema, value);
    case "members":
      return every(names, (name) => every(memberSchemas(assertion, name), (schema) => judge(schema, value[name] ?? null)));
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

function negated(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}
