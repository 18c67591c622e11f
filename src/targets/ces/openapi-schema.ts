import { fileSchema } from "../../schema/convert/file-schema.ts";
import { annotations } from "../../schema/keywords.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";

export type ExportedVersion = "3.0.3" | "3.1.1";

/** Converts a schema to an OpenAPI version. Keywords that 3.0 does not support are omitted in 3.0; `findUnsupportedIn30` finds them. */
export function openApiSchema(schema: Json, version: ExportedVersion): Json {
  if (typeof schema === "boolean") return version === "3.1.1" ? schema : schema ? {} : { not: {} };
  if (!isObject(schema)) return {};
  if (isFile(schema)) return { type: "string", format: "binary", ...annotationsOf(schema) };
  const members = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (value === undefined) return [];
    const kind = kinds.get(keyword);
    if (kind === undefined && version === "3.0.3" && !known30.has(keyword) && !keyword.startsWith("x-")) return [];
    // In the IR, a pattern that is too slow for JavaScript is in the annotation `x-pattern`. CES supports such a pattern.
    if (keyword === "x-pattern") return [["pattern", value]];
    if (keyword === "$ref") return [[keyword, referenceTo(value)]];
    if (keyword === "additionalProperties" && typeof value === "boolean") return [[keyword, value]];
    // `contentSchema` is only an annotation, so it does not require OpenAPI 3.1. In a 3.0 document, it is omitted.
    if (keyword === "contentSchema") return version === "3.1.1" ? [[keyword, openApiSchema(value, version)]] : [];
    if (kind === "schema") return [[keyword, openApiSchema(value, version)]];
    if (kind === "array" && isArray(value)) return [[keyword, value.map((each) => openApiSchema(each, version))]];
    if (kind === "map" && isObject(value)) return [[keyword, mapped(value, (each) => openApiSchema(each, version))]];
    return [[keyword, value]];
  });
  const converted: JsonObject = Object.fromEntries(members);
  return version === "3.0.3" ? toOpenApi30(converted) : converted;
}

/** The path of the first keyword in a schema that OpenAPI 3.0 does not support. Annotations are not considered. */
export function findUnsupportedIn30(schema: Json): Path | undefined {
  if (!isObject(schema) || isFile(schema)) return undefined;
  if (schema.type === "null") return ["type"];
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    if (unsupportedIn30.has(keyword)) return [keyword];
    const inside = findIn(keyword === "anyOf" && isNullable(value) ? [value[0] ?? {}] : value, keyword);
    if (inside !== undefined) return [keyword, ...inside];
  }
  return undefined;
}

function findIn(value: Json, keyword: string): Path | undefined {
  const kind = kinds.get(keyword);
  if (kind === "schema") return findUnsupportedIn30(value);
  const entries =
    kind === "array" && isArray(value) ? [...value.entries()] : kind === "map" && isObject(value) ? Object.entries(value) : [];
  for (const [step, each] of entries) {
    const inside = each === undefined ? undefined : findUnsupportedIn30(each);
    if (inside !== undefined) return [step, ...inside];
  }
  return undefined;
}

/** Converts the keywords of a schema to OpenAPI 3.0. Its subschemas are already converted. */
function toOpenApi30(schema: JsonObject): JsonObject {
  const { type, const: only, exclusiveMinimum, exclusiveMaximum, examples, contentEncoding, $ref, anyOf, required, ...rest } = schema;
  if ($ref !== undefined && Object.keys(schema).length === 1) return { $ref };
  const types = isArray(type) ? type.filter((each) => each !== "null") : type === undefined ? [] : [type];
  const isNull = isArray(type) && type.includes("null");
  const alternatives = isArray(anyOf) ? anyOf : undefined;
  const nullable = alternatives && isNullable(alternatives) ? { nullable: true, ...nullablePart(alternatives[0]) } : undefined;
  const isMerged = nullable !== undefined && canMerge(schema, nullable);
  const items = { items: rest.items ?? {} };
  const typed = (each: Json): JsonObject => ({ type: each, ...(each === "array" ? items : {}), ...(isNull ? { nullable: true } : {}) });
  const several = types.length > 1 ? types.map(typed) : undefined;
  const parts = [
    // In OpenAPI 3.0, other keywords are ignored in a schema with `$ref`, so the reference becomes a part of `allOf`.
    ...($ref === undefined ? [] : [{ $ref }]),
    ...itemsIn(rest.allOf),
    ...(several === undefined || alternatives === undefined ? [] : [{ anyOf: several }]),
    ...(nullable === undefined || isMerged ? [] : [nullable]),
  ];
  return {
    ...($ref === undefined ? {} : { allOf: parts }),
    ...(types.length === 1 ? { type: types[0] ?? "string" } : {}),
    ...rest,
    // OpenAPI 3.0 requires that `required` contains at least one name, and that every array schema has `items`.
    ...(isArray(required) && required.length > 0 ? { required } : {}),
    ...(types.length === 1 && types[0] === "array" ? items : {}),
    ...(types.length === 1 && isNull ? { nullable: true } : {}),
    ...(parts.length > 0 ? { allOf: parts } : {}),
    ...(several !== undefined && alternatives === undefined ? { anyOf: several } : {}),
    ...(nullable !== undefined ? (isMerged ? nullable : {}) : alternatives !== undefined ? { anyOf: alternatives } : {}),
    ...(only === undefined ? {} : { enum: [only] }),
    ...exclusive("minimum", exclusiveMinimum, rest.minimum),
    ...exclusive("maximum", exclusiveMaximum, rest.maximum),
    ...(isArray(examples) && examples[0] !== undefined ? { example: examples[0] } : {}),
    ...(contentEncoding === "base64" && rest.format === undefined ? { format: "byte" } : {}),
  };
}

/**
 * Whether the keywords of the nullable alternative can replace the `anyOf` of a schema: the schema has only annotations beside it, since
 * another keyword may reject null, and none that the alternative has too.
 */
function canMerge({ anyOf: _anyOf, ...rest }: JsonObject, nullable: JsonObject): boolean {
  return Object.keys(rest).every((keyword) => annotations.has(keyword) && nullable[keyword] === undefined);
}

/** Whether `anyOf` has two alternatives of which the second is null. OpenAPI 3.0 expresses this with `nullable`. */
function isNullable(alternatives: Json): alternatives is readonly [Json, Json] {
  if (!isArray(alternatives) || alternatives.length !== 2) return false;
  const [, second] = alternatives;
  return isObject(second) && second.type === "null" && Object.keys(second).length === 1;
}

function nullablePart(schema: Json): JsonObject {
  return isObject(schema) && schema.$ref === undefined ? schema : { allOf: [schema] };
}

/**
 * In OpenAPI 3.0, `exclusiveMinimum: true` makes the bound `minimum` exclusive. If a schema has both an exclusive bound and an inclusive
 * one, only the stricter one is written.
 */
function exclusive(bound: "minimum" | "maximum", limit: Json | undefined, other: Json | undefined): JsonObject {
  if (typeof limit !== "number") return {};
  const isLooser = typeof other === "number" && (bound === "minimum" ? other > limit : other < limit);
  return isLooser ? {} : { [bound]: limit, [bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"]: true };
}

/**
 * Whether a schema is `fileSchema`, possibly with annotations. A model passes a file as an object with base64, but the request contains the
 * bytes.
 */
function isFile({ description: _description, title: _title, deprecated: _deprecated, ...rest }: JsonObject): boolean {
  return JSON.stringify(rest) === fileText;
}

const fileText = JSON.stringify(fileSchema);

function annotationsOf({ description, title, deprecated }: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ description, title, deprecated }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function referenceTo($ref: Json): Json {
  const name = sharedSchemaName($ref);
  return name === undefined ? $ref : `#/components/schemas/${name}`;
}

function mapped(value: JsonObject, convert: (each: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each ?? true)]));
}

const words = (text: string) => text.split(" ");

/** Keywords whose value is a schema, an array of schemas, or an object that maps names to schemas. */
const kinds: ReadonlyMap<string, "schema" | "array" | "map"> = new Map([
  ...words("items additionalProperties not").map((keyword) => [keyword, "schema"] as const),
  ...words("allOf anyOf oneOf").map((keyword) => [keyword, "array"] as const),
  ["properties", "map"] as const,
  // OpenAPI 3.0 does not have the following keywords.
  ...words("propertyNames contains if then else unevaluatedItems unevaluatedProperties").map((keyword) => [keyword, "schema"] as const),
  ["prefixItems", "array"] as const,
  ...words("patternProperties dependentSchemas $defs").map((keyword) => [keyword, "map"] as const),
]);

/** Keywords whose value contains no schema, and that OpenAPI 3.0 supports or `toOpenApi30` converts. */
const known30 = new Set(
  words(
    "$ref type required enum const format default title description deprecated readOnly writeOnly example examples externalDocs discriminator xml multipleOf maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties contentEncoding",
  ),
);

/** Keywords that OpenAPI 3.0 does not support. */
const unsupportedIn30 = new Set(
  words(
    "patternProperties propertyNames prefixItems contains minContains maxContains if then else dependentSchemas dependentRequired unevaluatedItems unevaluatedProperties $defs $anchor $dynamicAnchor $dynamicRef $id",
  ),
);
