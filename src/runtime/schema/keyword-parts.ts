import type { Kind } from "./kind.ts";

/** The names of the parts of the library that check keywords of schemas. `coreKeywords` are in every validator. */
export const keywordPartNames = [
  "references",
  "constants",
  "intersections",
  "unions",
  "numbers",
  "strings",
  "stringFormats",
  "arrays",
  "rareKeywords",
] as const;

export type KeywordPart = (typeof keywordPartNames)[number];

/**
 * The keywords that are checked, by the kind of the values that they constrain, in the order in which violations are reported. They are
 * texts, which are shorter in every bundle than lists or a table of their parts.
 */
const checked: { readonly [kind in Kind | "any"]: string } = {
  any: "$ref type const enum not anyOf allOf $dynamicRef oneOf if",
  object:
    "required minProperties maxProperties propertyNames dependentRequired dependentSchemas properties patternProperties additionalProperties unevaluatedProperties",
  array: "uniqueItems maxItems minItems prefixItems items contains unevaluatedItems",
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
  string: "pattern minLength maxLength format",
};

/** The keywords of a schema that are checked for values of a kind, in the order in which violations are reported. */
export function checkedKeywords(schema: object, kind: Kind | "any"): string[] {
  return checked[kind].split(" ").filter((keyword) => Object.hasOwn(schema, keyword));
}

/** The formats that inputs must match: their definitions are unambiguous enough to reject invalid values. */
export type CheckedFormat = "date" | "date-time" | "time" | "uri" | "uuid" | "email" | "hostname" | "ipv4" | "ipv6";

export function isCheckedFormat(format: unknown): format is CheckedFormat {
  return /^(?:date(?:-time)?|time|uri|uuid|email|hostname|ipv[46])$/.test(String(format));
}
