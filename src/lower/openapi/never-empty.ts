import type { EncodingBinding, ParameterBinding } from "../../runtime/binding.ts";
import { assertedFormats } from "../../schema/reason/accepts.ts";
import { type Budget, partOf } from "../../schema/reason/budget.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, type JsonSchema } from "../../source/json/json.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";

/** The types whose empty values (`[]`, `{}`, `""`, `null`) may serialize to nothing. */
type EmptyType = "array" | "object" | "string" | "null";

export interface PlacedParameter {
  readonly parameter: Pick<ParameterBinding, "name" | "in" | "as" | "required">;
  /** The path template of the operation. */
  readonly path: string;
}

/**
 * Excludes values that serialize to nothing from the schema of a parameter. In a path, the run-time library would reject such a value.
 * Elsewhere, a required parameter would be missing from the request.
 */
export function neverEmptyParameter(use: SchemaUse, { parameter, path }: PlacedParameter, schemas: NamedSchemas): SchemaUse {
  const { name, as, required } = parameter;
  const styled: readonly EmptyType[] = "style" in as ? ["array", "object"] : [];
  if (parameter.in !== "path") return required ? without(styled, use, schemas) : use;
  // The style `label` puts a dot before the value. A path segment that is only a dot would be relative. The style `matrix` puts the
  // parameter's name before the value.
  const isAlone = path.split("/").includes(`{${name}}`);
  const isBare = "style" in as ? as.style === "simple" || (as.style === "label" && isAlone) : as.contentType.startsWith("text/");
  return without(isBare ? [...styled, "null", "string"] : [...styled, "null"], use, schemas);
}

/**
 * Excludes values that serialize to nothing from the schema of a required form member. Without a content type, each array item is
 * serialized separately, so an empty array serializes to nothing.
 */
export function neverEmptyField(use: SchemaUse, encoding: EncodingBinding | undefined, schemas: NamedSchemas): SchemaUse {
  const { as = null, contentType = null } = encoding ?? {};
  if (as !== null && "style" in as) return without(["array", "object"], use, schemas);
  return contentType === null ? without(["array"], use, schemas) : use;
}

function without(sorts: readonly EmptyType[], use: SchemaUse, schemas: NamedSchemas): SchemaUse {
  const { reasoning } = schemas;
  const budget = partOf(reasoning.budget, maxSchemas);
  const json = nonEmpty(sorts, use.schema.json, { schemas, budget });
  if (budget.isUsedUp()) reasoning.leaveOpen("which types the values of this schema have", use.schema.origin);
  return json === use.schema.json ? use : { ...use, schema: { ...use.schema, json } };
}

interface Search {
  readonly schemas: NamedSchemas;
  readonly budget: Budget;
}

function nonEmpty(sorts: readonly EmptyType[], json: JsonSchema, search: Search): JsonSchema {
  const { schemas } = search;
  const types = typesOf(json, search, new Map());
  const may = (sort: EmptyType) => sorts.includes(sort) && (types === undefined || types.includes(sort));
  const added: { [keyword: string]: Json } = {};
  if (sorts.includes("null") && types?.includes("null")) {
    const others = types.filter((type) => type !== "null");
    if (others.length > 0) added.type = others.length === 1 ? (others[0] ?? null) : others;
  }
  const keyword = isArray(json.anyOf) ? "anyOf" : "oneOf";
  const branches = json[keyword];
  if (isArray(branches)) {
    const changed = branches.map((branch) => (isObject(branch) ? nonEmpty(sorts, branch, search) : branch));
    if (changed.some((branch, index) => branch !== branches[index])) added[keyword] = changed;
    return Object.keys(added).length === 0 ? json : { ...json, ...added };
  }
  if (may("array") && !isAtLeastOne(json.minItems)) added.minItems = 1;
  if (may("object") && !isAtLeastOne(json.minProperties) && !hasRequired(json, schemas)) added.minProperties = 1;
  if (may("string") && !refusesEmpty(json, schemas)) added.minLength = 1;
  if (may("array") && isObject(json.items)) {
    const ofItems = sorts.filter((sort) => sort === "string" || sort === "null");
    const items = nonEmpty(ofItems, json.items, search);
    if (items !== json.items) added.items = items;
  }
  if (sorts.includes("string") && isArray(json.enum) && json.enum.includes("")) added.enum = json.enum.filter((value) => value !== "");
  return Object.keys(added).length === 0 ? json : { ...json, ...added };
}

function isAtLeastOne(count: Json | undefined): boolean {
  return typeof count === "number" && count >= 1;
}

/** Whether a schema requires at least one member. */
function hasRequired(json: JsonSchema, schemas: NamedSchemas): boolean {
  return chainOf(json, schemas).some(({ required }) => isArray(required) && required.length > 0);
}

/** Whether a schema already rejects the empty string. */
function refusesEmpty(json: JsonSchema, schemas: NamedSchemas): boolean {
  return chainOf(json, schemas).some(({ minLength, pattern, format, enum: list, const: only }) => {
    if (list !== undefined || only !== undefined || isAtLeastOne(minLength)) return true;
    if (typeof format === "string" && assertedFormats.has(format)) return true;
    return typeof pattern === "string" && !new RegExp(pattern, "u").test("");
  });
}

/** A schema, followed by the schemas in its chain of references. */
export function chainOf(json: JsonSchema, schemas: NamedSchemas): readonly JsonSchema[] {
  const chain: JsonSchema[] = [];
  for (let next: JsonSchema | undefined = json; next !== undefined && chain.length < maxSchemas; next = referredTo(next.$ref, schemas))
    chain.push(next);
  return chain;
}

type Types = readonly string[] | undefined;

/** The part of the budget for one schema, in visited schemas. Beyond this number, any type is assumed. */
const maxSchemas = 1_000;

/**
 * The types of the values that a schema accepts; `undefined` for any type. `known` has the types of the schemas that were visited before.
 */
function typesOf(json: Json, search: Search, known: Map<JsonSchema, Types>): Types {
  if (!isObject(json)) return undefined;
  if (known.has(json)) return known.get(json);
  if (!search.budget.spend()) return undefined;
  known.set(json, undefined); // Any type is assumed where a schema refers to itself.
  const types = findTypes(json, search, known);
  known.set(json, types);
  return types;
}

function findTypes({ type, $ref, allOf, anyOf, oneOf }: JsonSchema, search: Search, known: Map<JsonSchema, Types>): Types {
  if (type !== undefined) return isArray(type) ? type.map(String) : [String(type)];
  const target = referredTo($ref, search.schemas);
  if (target !== undefined) return typesOf(target, search, known);
  const parts = new Set(isArray(allOf) ? allOf.flatMap((part) => typesOf(part, search, known) ?? []) : []);
  if (parts.size > 0) return [...parts];
  const branches = [anyOf, oneOf].find(isArray)?.map((branch) => typesOf(branch, search, known));
  return branches === undefined || branches.includes(undefined) ? undefined : [...new Set(branches.flatMap((types) => types ?? []))];
}

function referredTo($ref: Json | undefined, schemas: NamedSchemas): JsonSchema | undefined {
  const name = sharedSchemaName($ref);
  return name === undefined ? undefined : schemas.named(name)?.json;
}
