import type { JsonSchema } from "./schema.ts";

/**
 * Converts a 2020-12 schema to draft-07, for SDKs that request it. Keywords that draft-07 does not have (`unevaluated*`, bounds on
 * `contains`) are omitted, so the result may accept values that the original schema rejects. Calls are validated with the original schema.
 */
export function toDraft07(schema: { readonly [keyword: string]: unknown }): { [keyword: string]: unknown } {
  const result: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    switch (keyword) {
      case "$defs":
        result.push(["definitions", convertMap(value)]);
        break;
      case "$ref":
        result.push(["$ref", typeof value === "string" ? value.replace("#/$defs/", "#/definitions/") : value]);
        break;
      case "properties":
      case "patternProperties":
        result.push([keyword, convertMap(value)]);
        break;
      case "items":
        result.push([schema["prefixItems"] === undefined ? "items" : "additionalItems", convert(value)]);
        break;
      case "prefixItems":
        result.push(["items", convertList(value)]);
        break;
      case "allOf":
      case "anyOf":
      case "oneOf":
        result.push([keyword, convertList(value)]);
        break;
      case "contains":
        if (schema["minContains"] !== 0) result.push([keyword, convert(value)]);
        break;
      case "not":
      case "if":
      case "then":
      case "else":
      case "additionalProperties":
      case "propertyNames":
        result.push([keyword, convert(value)]);
        break;
      case "dependentRequired":
      case "dependentSchemas":
      case "minContains":
      case "maxContains":
      case "unevaluatedItems":
      case "unevaluatedProperties":
      case "$schema":
      case "$anchor":
      case "$dynamicAnchor":
        break;
      default:
        result.push([keyword, value]);
    }
  }
  const dependencies = [...members(schema["dependentRequired"]), ...members(convertMap(schema["dependentSchemas"]))];
  if (dependencies.length > 0) result.push(["dependencies", Object.fromEntries(dependencies)]);
  return wrapReference(result);
}

/** Draft-07 ignores keywords beside `$ref`, so a reference with other keywords moves into `allOf`. */
function wrapReference(entries: readonly [string, unknown][]): { [keyword: string]: unknown } {
  const reference = entries.find(([keyword]) => keyword === "$ref");
  const others = entries.filter(([keyword]) => keyword !== "$ref" && keyword !== "definitions");
  const schema = Object.fromEntries(entries);
  if (reference === undefined || others.length === 0) return schema;
  const { $ref, allOf, ...rest } = schema;
  return { ...rest, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] };
}

function convert(schema: unknown): unknown {
  // The cast is safe: `convert` is only called for schemas, which are booleans or objects.
  return typeof schema === "object" && schema !== null ? toDraft07(schema as Exclude<JsonSchema, boolean>) : schema;
}

function convertList(schemas: unknown): unknown {
  return Array.isArray(schemas) ? schemas.map(convert) : schemas;
}

function convertMap(schemas: unknown): unknown {
  return Object.fromEntries(members(schemas).map(([name, schema]) => [name, convert(schema)]));
}

function members(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
