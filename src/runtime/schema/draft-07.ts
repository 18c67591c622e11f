import type { JsonSchema } from "./schema.ts";
import type { StandardSchema } from "./standard-schema.ts";

type Schema = Exclude<JsonSchema, boolean>;

/**
 * The same schema, which also has its JSON Schema in draft-07. Adapters use it for SDKs that request draft-07. The schemas of tools do not
 * have it by themselves, so that programs without such an SDK do not contain the conversion.
 */
export function withDraft07<Value>({ "~standard": standard }: StandardSchema<Value>): StandardSchema<Value> {
  const converted =
    (original: typeof standard.jsonSchema.input): typeof original =>
    ({ target }) => {
      if (target !== "draft-07") return original({ target });
      return { ...toDraft07(original({ target: "draft-2020-12" })), $schema: "http://json-schema.org/draft-07/schema#" };
    };
  const { input, output } = standard.jsonSchema;
  return { "~standard": { ...standard, jsonSchema: { input: converted(input), output: converted(output) } } };
}

/**
 * Converts a 2020-12 schema to draft-07, for SDKs that request it. Keywords that draft-07 does not have (`unevaluated*`, bounds on
 * `contains`) are omitted, so the result may accept values that the original schema rejects. A `not`, `if` or `oneOf` with such a keyword
 * in it would then reject valid values. So if there is such a keyword anywhere, `not` and `if` are omitted, and `oneOf` becomes `anyOf`.
 * Calls are validated with the original schema.
 */
export function toDraft07(schema: Schema): { [keyword: string]: unknown } {
  return convertSchema(schema, /"(?:unevaluated|minContains|maxContains)/.test(JSON.stringify(schema)));
}

function convertSchema(schema: Schema, isWidened: boolean): { [keyword: string]: unknown } {
  const convert = (value: unknown): unknown =>
    // The cast is safe: `convert` is only called for schemas, which are booleans or objects.
    typeof value === "object" && value !== null ? convertSchema(value as Schema, isWidened) : value;
  const convertList = (schemas: unknown): unknown => (Array.isArray(schemas) ? schemas.map(convert) : schemas);
  const convertMap = (schemas: unknown): unknown => Object.fromEntries(members(schemas).map(([name, each]) => [name, convert(each)]));
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
        result.push([keyword, convertList(value)]);
        break;
      case "oneOf":
        if (!isWidened) result.push([keyword, convertList(value)]);
        else if (schema["anyOf"] === undefined) result.push(["anyOf", convertList(value)]);
        break;
      case "contains":
        if (schema["minContains"] !== 0) result.push([keyword, convert(value)]);
        break;
      case "not":
      case "if":
      case "then":
      case "else":
        if (!isWidened) result.push([keyword, convert(value)]);
        break;
      case "additionalProperties":
      case "propertyNames":
        result.push([keyword, convert(value)]);
        break;
      case "dependentRequired":
      case "dependentSchemas":
      case "$schema":
      case "$anchor":
      case "$dynamicAnchor":
      case "unevaluatedItems":
      case "unevaluatedProperties":
      case "minContains":
      case "maxContains":
        break;
      default:
        result.push([keyword, value]);
    }
  }
  const dependencies = new Map(members(schema["dependentRequired"]));
  for (const [name, dependency] of members(convertMap(schema["dependentSchemas"]))) {
    const required = dependencies.get(name);
    dependencies.set(name, required === undefined ? dependency : { allOf: [{ required }, dependency] });
  }
  if (dependencies.size > 0) result.push(["dependencies", Object.fromEntries(dependencies)]);
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

function members(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
