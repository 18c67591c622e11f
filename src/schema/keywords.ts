import { isArray, isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { valueTextKeywords } from "./value-texts.ts";

/**
 * The kind of value that a keyword has, in 2020-12 or an older draft. A keyword that is not in `roles` has no effect on validation, and is
 * removed from schemas.
 */
export type KeywordRole =
  | "schema"
  | "schemas"
  | "members"
  | "number"
  | "count"
  | "flag"
  | "text"
  | "data"
  | "types"
  | "names"
  | "pattern"
  | "enum"
  | "examples"
  | "example"
  | "items"
  | "additionalItems"
  | "dependencies"
  | "dependentRequired"
  | "discriminator"
  | "valueTexts";

const byRole: Readonly<Record<KeywordRole, readonly string[]>> = {
  schema: [
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "contentSchema",
  ],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  members: ["properties", "patternProperties", "dependentSchemas"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  count: ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
  flag: ["uniqueItems", "deprecated", "readOnly", "writeOnly"],
  text: ["title", "description", "format", "contentEncoding", "contentMediaType"],
  data: ["const", "default"],
  types: ["type"],
  names: ["required"],
  pattern: ["pattern"],
  enum: ["enum"],
  examples: ["examples"],
  example: ["example"],
  items: ["items"],
  additionalItems: ["additionalItems"],
  dependencies: ["dependencies"],
  dependentRequired: ["dependentRequired"],
  discriminator: ["discriminator"],
  valueTexts: valueTextKeywords,
};

export const roles: ReadonlyMap<string, KeywordRole> = new Map(
  // The cast is safe: `Object.entries` types all keys as strings, but the keys of this record are roles.
  (Object.entries(byRole) as [KeywordRole, readonly string[]][]).flatMap(([role, keywords]) =>
    keywords.map((keyword) => [keyword, role] as const),
  ),
);

/**
 * Annotations: keywords that reject no value. In a schema with a reference, annotations are preserved even in dialects that ignore all
 * other keywords beside a reference.
 */
export const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  ...valueTextKeywords,
]);

/** Keywords whose subschemas apply to the same value as the schema itself. */
const inPlace: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"]);

export function isInPlace(keyword: string): boolean {
  return inPlace.has(keyword);
}

/**
 * Visits the direct subschemas of a schema. `step` is the name or index of the subschema in the value of the keyword; `undefined` if the
 * value is the subschema itself.
 */
export function eachSubschema(schema: JsonObject, visit: (node: Json, keyword: string, step: string | number | undefined) => void): void {
  for (const keyword in schema) {
    const value = schema[keyword];
    if (typeof value !== "object" || value === null) continue;
    const role = roles.get(keyword);
    if (role === "members" || role === "dependencies") {
      if (isObject(value)) for (const name of Object.keys(value)) visit(value[name] ?? null, keyword, name);
    } else if (role === "schemas" || role === "items" || role === "schema" || role === "additionalItems") {
      if (isArray(value)) for (let index = 0; index < value.length; index++) visit(value[index] ?? null, keyword, index);
      else if (role !== "schemas") visit(value, keyword, undefined);
    }
  }
}
