import { isOfType } from "../../schema/is-of-type.ts";
import { annotations } from "../../schema/keywords.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { discriminatorValues } from "./discriminator-values.ts";
import { intersectionOf } from "./intersect-types.ts";
import { objectType } from "./object-type.ts";
import { resolveRequiredMembers, type TypeResolver } from "./required-types.ts";
import {
  anyObjectType,
  booleanType,
  keepStringSuggestions,
  literalType,
  neverType,
  nullType,
  numberType,
  stringType,
  type TypeNode,
  unionOf,
  unknownTypeNode,
} from "./type-node.ts";

/** The shared schemas, and a callback for keywords that types cannot express. */
export interface TypeContext {
  readonly schemas: ReadonlyMap<string, { readonly json: JsonObject }>;
  /** Called for each keyword that makes the type wider than the schema. */
  readonly onWidened: (keyword: string, schema: JsonObject) => void;
}

/**
 * The TypeScript type of the values that a JSON Schema 2020-12 accepts, or the nearest wider type.
 *
 * Three design decisions: A schema with `properties` and no `type` is an object, as authors expect. An object schema that does not mention
 * additional properties has only its own members, since with an index signature every misspelt name would be valid. And only `prefixItems`
 * makes a tuple.
 */
export function typeOfSchema(schema: Json, context: TypeContext): TypeNode {
  if (!isObject(schema)) return schema === false ? neverType : unknownTypeNode;
  return isPlain(schema) ? ownType(schema, context) : composedType(schema, context);
}

/** Whether a schema has none of the keywords that require a composed type. Most schemas are plain, and this check is fast. */
function isPlain(schema: JsonObject): boolean {
  for (const keyword in schema) if (composedKeywords.has(keyword)) return false;
  return true;
}

/** The type of a schema with keywords that compose types: the intersection of the types that each of them and the other keywords require. */
function composedType(schema: JsonObject, context: TypeContext): TypeNode {
  const named = schema.$ref === undefined ? unknownTypeNode : reference(schema.$ref, context);
  for (const keyword in schema) if (widenedKeywords.has(keyword)) context.onWidened(keyword, schema);
  const isChoice = schema.const !== undefined || schema.enum !== undefined;
  const own = isChoice
    ? choice(schema)
    : onlyRepeatsType(targetOf(schema, context), schema) || itemsAreForAlternatives(schema, context)
      ? unknownTypeNode
      : ownType(schema, context);
  let type = intersectionOf(named, own);
  for (const part of isArray(schema.allOf) ? schema.allOf : [])
    type = intersectionOf(type, isAnyObject(targetOf(part, context)) ? anyObjectType : typeOfSchema(part, context));
  if (isArray(schema.oneOf)) type = intersectionOf(type, alternatives(schema.oneOf, schema, context));
  if (isArray(schema.anyOf)) type = intersectionOf(type, alternatives(schema.anyOf, schema, context));
  if (schema.if !== undefined) type = intersectionOf(type, condition(schema, context));
  return type.kind === "intersection" ? resolveRequiredMembers(type, schema, typeResolver(context)) : type;
}

/**
 * Whether a schema without `type` has both `items` and alternatives, and some of the alternatives do not accept arrays. In such a schema,
 * `items` constrains only the alternatives that accept arrays.
 */
function itemsAreForAlternatives(schema: JsonObject, context: TypeContext): boolean {
  if (schema.type !== undefined || !hasKeyword(schema, arrayKeywords) || hasKeyword(schema, objectKeywords)) return false;
  const parts = [schema.oneOf, schema.anyOf].flatMap(itemsIn);
  return parts.some((part) => !acceptsArrays(targetOf(part, context) ?? part));
}

function acceptsArrays(schema: Json): boolean {
  return typesOf(member(schema, "type"))?.includes("array") !== false;
}

function typeResolver(context: TypeContext): TypeResolver {
  return { typeOf: (schema) => typeOfSchema(schema, context), targetOf: (schema) => targetOf(schema, context) };
}

/**
 * Keywords that TypeScript cannot express and that are reported. Lengths, bounds, patterns and formats are not reported, since nobody
 * expects them in a type.
 */
const widenedKeywords: ReadonlySet<string> = new Set([
  "not",
  "if",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
]);

const composedKeywords: ReadonlySet<string> = new Set(["$ref", "const", "enum", "allOf", "oneOf", "anyOf", ...widenedKeywords]);

function reference($ref: Json, { schemas }: TypeContext): TypeNode {
  const name = sharedSchemaName($ref);
  return name !== undefined && schemas.has(name) ? { kind: "reference", name } : unknownTypeNode;
}

function targetOf(schema: Json, { schemas }: TypeContext): JsonObject | undefined {
  return schemas.get(sharedSchemaName(member(schema, "$ref")) ?? "")?.json;
}

/**
 * The type of a schema with `const` or `enum`. The other keywords of the schema are ignored, since they can only exclude some of the
 * values.
 */
function choice(schema: JsonObject): TypeNode {
  if (Object.hasOwn(schema, "const")) return literalType(schema.const ?? null);
  const values = isArray(schema.enum) ? schema.enum : [];
  const types = typesOf(schema.type);
  return unionOf([
    neverType,
    ...values.filter((value) => types === undefined || types.some((type) => isOfType(value, type))).map(literalType),
  ]);
}

function typesOf(type: Json | undefined): readonly Json[] | undefined {
  return type === undefined ? undefined : isArray(type) ? type : [type];
}

function ownType(schema: JsonObject, context: TypeContext): TypeNode {
  const { type } = schema;
  if (typeof type === "string") return typeNamed(type, schema, context);
  if (isArray(type)) return unionOf([neverType, ...type.map((each) => typeNamed(each, schema, context))]);
  if (hasKeyword(schema, objectKeywords)) return objectType(schema, (member) => typeOfSchema(member, context));
  return hasKeyword(schema, arrayKeywords) ? arrayType(schema, context) : unknownTypeNode;
}

const objectKeywords = ["properties", "required", "additionalProperties", "patternProperties", "propertyNames"];
const arrayKeywords = ["items", "prefixItems"];

function hasKeyword(schema: JsonObject, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(schema, keyword));
}

function typeNamed(type: Json, schema: JsonObject, context: TypeContext): TypeNode {
  switch (type) {
    case "string":
      return stringType;
    case "number":
    case "integer":
      return numberType;
    case "boolean":
      return booleanType;
    case "null":
      return nullType;
    case "array":
      return arrayType(schema, context);
    case "object":
      return objectType(schema, (member) => typeOfSchema(member, context));
    default:
      return unknownTypeNode;
  }
}

/**
 * The type of an array. With `prefixItems`, it is a tuple. `maxItems` alone makes no tuple, since a program could then not pass a
 * `string[]`, whose length TypeScript does not know.
 */
function arrayType(schema: JsonObject, context: TypeContext): TypeNode {
  const prefix = isArray(schema.prefixItems) ? schema.prefixItems : [];
  const others = schema.items ?? !(schema.unevaluatedItems === false && prefix.length > 0);
  const item = typeOfSchema(others, context);
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  const most = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  const known = item === neverType ? Math.min(prefix.length, most) : most;
  if (least > known) return neverType;
  if (prefix.length === 0)
    return item === neverType ? { kind: "tuple", elements: [], required: 0, rest: undefined } : { kind: "array", item };
  const elements = prefix.slice(0, known).map((element) => typeOfSchema(element, context));
  return { kind: "tuple", elements, required: Math.min(least, elements.length), rest: known > prefix.length ? item : undefined };
}

function alternatives(parts: readonly Json[], schema: JsonObject, context: TypeContext): TypeNode {
  const values = discriminatorValues(parts, schema, context.schemas);
  const isForItems = itemsAreForAlternatives(schema, context);
  const types = parts.map((part) => {
    const own = typeOfSchema(part, context);
    const type = isForItems && acceptsArrays(targetOf(part, context) ?? part) ? intersectionOf(arrayType(schema, context), own) : own;
    const found = values?.get(part);
    return found === undefined ? type : intersectionOf(type, found);
  });
  const hasSuggestions = parts.some((part) => listsStrings(part) || listsStrings(targetOf(part, context)));
  return unionOf([neverType, ...(hasSuggestions ? types.map(keepStringSuggestions) : types)]);
}

/**
 * Whether a schema lists string values. In a union with `string`, editors suggest these values, but only if TypeScript does not merge the
 * union to `string`.
 */
function listsStrings(schema: Json | undefined): boolean {
  const [only, values] = [member(schema, "const"), member(schema, "enum")];
  return typeof only === "string" || (isArray(values) && values.some((value) => typeof value === "string"));
}

/** The union of the types of `then` and `else`, since each value must match one of the two; `unknown` if one of the two is missing. */
function condition(schema: JsonObject, context: TypeContext): TypeNode {
  if (schema.then === undefined || schema.else === undefined) return unknownTypeNode;
  return unionOf([typeOfSchema(schema.then, context), typeOfSchema(schema.else, context)]);
}

/** Whether a schema accepts every object. Such a schema has no effect in an `allOf` with another object schema. */
function isAnyObject(schema: JsonObject | undefined): boolean {
  return schema?.type === "object" && Object.entries(schema).every(([keyword, value]) => keyword === "type" || isIgnored(keyword, value));
}

/** Whether a schema with `$ref` only repeats the `type` of its target. The TypeScript type of the target then describes the schema. */
function onlyRepeatsType(target: JsonObject | undefined, schema: JsonObject): boolean {
  if (target?.type === undefined || schema.type === undefined) return false;
  const types = listOf(schema.type);
  const isAlone = Object.entries(schema).every(([keyword, value]) => keyword === "type" || keyword === "$ref" || isIgnored(keyword, value));
  return isAlone && listOf(target.type).every((type) => types.includes(type));
}

/** Whether a keyword does not change the TypeScript type. */
function isIgnored(keyword: string, value: Json | undefined): boolean {
  if (keyword === "properties" || keyword === "required") return Object.keys(value ?? {}).length === 0;
  return annotations.has(keyword);
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}
