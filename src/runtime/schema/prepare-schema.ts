import type { Schema } from "@cfworker/json-schema";
import { checkedFormats, exampleKey } from "./describe-schema.ts";
import type { JsonSchema } from "./schema.ts";

/** Formats are asserted in inputs. In outputs they are annotations, since services often violate them and an error would not help. */
export type FormatPolicy = "asserted" | "annotations";

/** The maximum characters of a string that is matched against a pattern. A longer string is accepted: matching may need quadratic time. */
const maxPatternSubject = 10_000;

/**
 * The maximum items of an array that is checked for duplicates. A longer array is accepted: the validator compares each item with all
 * others.
 */
const maxUniqueItems = 2_000;

const schemaKeywords = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);
const listKeywords = new Set(["prefixItems", "allOf", "anyOf", "oneOf"]);
const mapKeywords = new Set(["$defs", "definitions", "properties", "patternProperties", "dependentSchemas"]);
const valueKeywords = new Set([
  "$id",
  "$ref",
  "$anchor",
  "type",
  "const",
  "enum",
  "required",
  "dependentRequired",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
]);

/**
 * Copies `schema` for the validator, which modifies its schema and treats the value of every unknown keyword as a subschema (such as an
 * `example` with an `id`). Each visited schema node decrements `visits.left`; below zero, the visit throws.
 */
export function prepareSchema(schema: JsonSchema, formats: FormatPolicy, visits: { left: number }): Schema {
  // The validator reads this keyword of draft 2019-09 from each node that it visits, so a getter can count the visits.
  const counting = Object.create(Object.prototype, {
    $recursiveRef: {
      get: () => {
        visits.left -= 1;
        if (visits.left < 0) throw new RangeError("The validation visits too many schema nodes.");
        return undefined;
      },
    },
  });
  const copy = (source: unknown): unknown => {
    if (typeof source !== "object" || source === null) return source;
    const target = Object.create(counting);
    const added: unknown[] = [];
    for (const [keyword, value] of Object.entries(source)) {
      if (schemaKeywords.has(keyword)) target[keyword] = copy(value);
      else if (listKeywords.has(keyword)) target[keyword] = items(value).map(copy);
      else if (mapKeywords.has(keyword))
        target[keyword] = Object.fromEntries(members(keyword, value).map(([name, member]) => [name, copy(member)]));
      else if (valueKeywords.has(keyword)) target[keyword] = value;
      else if (keyword === "format" && formats === "asserted" && Object.hasOwn(checkedFormats, String(value))) target[keyword] = value;
      else if (keyword === "pattern" && isPattern(value)) added.push(copyLimited({ maxLength: maxPatternSubject }, { pattern: value }));
      else if (keyword === "uniqueItems" && value === true) added.push(copyLimited({ maxItems: maxUniqueItems }, { uniqueItems: true }));
      else if (keyword === "$dynamicRef") added.push(Object.assign(Object.create(counting), { $ref: value }));
      else if (keyword === "examples" && Array.isArray(value) && value.length > 0) target[exampleKey] = value[0];
      else if (keyword === "example") target[exampleKey] = value;
      else if (keyword === "default") target[exampleKey] ??= value;
      // In one schema resource, the name of each anchor is unique, so `$dynamicAnchor` and `$dynamicRef` mean the same as `$anchor` and
      // `$ref`.
      else if (keyword === "$dynamicAnchor") target["$anchor"] = value;
    }
    if (added.length > 0) target["allOf"] = [...items(target["allOf"]), ...added];
    return target;
  };
  const copyLimited = (limit: object, then: object) => Object.assign(Object.create(counting), { if: limit, then });
  // The validator needs an object at the root.
  return (typeof schema === "boolean" ? { allOf: [schema] } : copy(schema)) as Schema; // The cast is safe: `copy` returns an object.
}

function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function members(keyword: string, value: unknown): [string, unknown][] {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return keyword === "patternProperties" ? entries.filter(([pattern]) => isPattern(pattern)) : entries;
}

function isPattern(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    // The compiler reports invalid patterns. Here they are ignored.
    return false;
  }
}
