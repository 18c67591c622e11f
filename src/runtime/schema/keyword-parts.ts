import { ownMember } from "../json.ts";
import type { Kind } from "./kind.ts";

/** The parts of the library that check keywords of schemas. `coreKeywords` are in every validator. */
export type KeywordPart = "references" | "constants" | "unions" | "numbers" | "strings" | "stringFormats" | "arrays" | "rareKeywords";

/**
 * The keywords that are checked, by the kind of the values that they constrain, in the order in which violations are reported. Each has the
 * part that checks it, or `core`. The compiler reads here which parts a tool needs, and the validator where a keyword is.
 */
const table: { readonly [kind in Kind | "any"]: { readonly [keyword: string]: KeywordPart | "core" } } = {
  any: {
    $ref: "references",
    type: "core",
    const: "constants",
    enum: "constants",
    not: "rareKeywords",
    anyOf: "unions",
    allOf: "core",
    $dynamicRef: "references",
    oneOf: "unions",
    if: "rareKeywords",
  },
  object: {
    required: "core",
    minProperties: "rareKeywords",
    maxProperties: "rareKeywords",
    propertyNames: "rareKeywords",
    dependentRequired: "rareKeywords",
    dependentSchemas: "rareKeywords",
    properties: "core",
    patternProperties: "rareKeywords",
    additionalProperties: "core",
    unevaluatedProperties: "rareKeywords",
  },
  array: {
    uniqueItems: "arrays",
    maxItems: "arrays",
    minItems: "arrays",
    prefixItems: "arrays",
    items: "arrays",
    contains: "rareKeywords",
    unevaluatedItems: "rareKeywords",
  },
  number: {
    minimum: "numbers",
    maximum: "numbers",
    exclusiveMinimum: "numbers",
    exclusiveMaximum: "numbers",
    multipleOf: "numbers",
  },
  string: { pattern: "strings", minLength: "strings", maxLength: "strings", format: "stringFormats" },
};

/** The keywords of a schema that are checked for values of a kind, in the order of the table. */
export function checkedKeywords(schema: object, kind: Kind | "any"): string[] {
  return Object.keys(table[kind]).filter((keyword) => Object.hasOwn(schema, keyword));
}

/** The part that checks a keyword whose value is `limit`; `undefined` for a keyword that is not checked. */
export function partOfKeyword(keyword: string, limit: unknown): KeywordPart | "core" | undefined {
  if (keyword === "format" && !isCheckedFormat(limit)) return undefined;
  return Object.values(table)
    .map((keywords) => ownMember(keywords, keyword))
    .find((part) => part !== undefined);
}

/** The formats that inputs must match: their definitions are unambiguous enough to reject invalid values. */
export type CheckedFormat = "date" | "date-time" | "time" | "uri" | "uuid" | "email" | "hostname" | "ipv4" | "ipv6";

export function isCheckedFormat(format: unknown): format is CheckedFormat {
  return /^(?:date(?:-time)?|time|uri|uuid|email|hostname|ipv[46])$/.test(String(format));
}
