import type { Schema } from "@cfworker/json-schema";
import type { JsonSchema } from "./schema.ts";

/** Inputs assert formats; in answers they are annotations, since services break them and nobody is helped by an error. */
export type FormatPolicy = "asserted" | "annotations";

/** Formats with one clear meaning, in which a wrong value is worth a refusal. */
const assertedFormats = new Set(["date", "date-time", "time", "email", "uuid", "uri", "hostname", "ipv4", "ipv6"]);

/** A pattern may need quadratic time; longer strings are not matched against it. */
const maxPatternSubject = 10_000;

/** The validator compares each item with each other; longer arrays are not compared. */
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
 * A copy of `schema` for the validator, which changes what it is given and looks for schemas under every keyword it does not know
 * (an `example` with an `id` would become one). `visits.left` goes down with each node that a check looks at; below zero, it throws.
 */
export function prepareSchema(schema: JsonSchema, formats: FormatPolicy, visits: { left: number }): Schema {
  // The validator reads this keyword of the 2019 draft from each node it visits. It is the only place where visits can be counted.
  const counting = Object.create(Object.prototype, {
    $recursiveRef: {
      get: () => {
        visits.left -= 1;
        if (visits.left < 0) throw new RangeError("The value takes too long to check.");
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
      else if (keyword === "format" && formats === "asserted" && assertedFormats.has(String(value))) target[keyword] = value;
      else if (keyword === "pattern" && isPattern(value)) added.push(copyLimited({ maxLength: maxPatternSubject }, { pattern: value }));
      else if (keyword === "uniqueItems" && value === true) added.push(copyLimited({ maxItems: maxUniqueItems }, { uniqueItems: true }));
      else if (keyword === "$dynamicRef") added.push(Object.assign(Object.create(counting), { $ref: value }));
      // Without several resources there is one anchor of a name, and the dynamic reference leads there.
      else if (keyword === "$dynamicAnchor") target["$anchor"] = value;
    }
    if (added.length > 0) target["allOf"] = [...items(target["allOf"]), ...added];
    return target;
  };
  const copyLimited = (limit: object, then: object) => Object.assign(Object.create(counting), { if: limit, then });
  // A boolean root has no node to hold a reference table.
  return (typeof schema === "boolean" ? { allOf: [schema] } : copy(schema)) as Schema; // `copy` gives an object for an object.
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
    // The compiler says which patterns it could not make valid; here they are annotations.
    return false;
  }
}
