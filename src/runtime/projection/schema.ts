import { isRecord } from "../json.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** A schema that is not a boolean. */
export type SchemaObject = Exclude<JsonSchema, boolean>;

/** The path from the root of a schema to a part of it. */
export type SchemaPath = readonly (string | number)[];

/** The schemas of a keyword whose value is an array of schemas. */
export function schemasIn(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas of a keyword whose value is an object of schemas. */
export function schemasByName(value: unknown): readonly [string, JsonSchema][] {
  return isRecord(value) ? Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])) : [];
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The name of the schema in `$defs` that a `$ref` refers to; `undefined` for any other reference. */
export function referredName(reference: unknown): string | undefined {
  return typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

export function referenceTo(name: string): SchemaObject {
  return { $ref: `${prefix}${name}` };
}

const prefix = "#/$defs/";

/** Whether a schema names members of an object. */
export function hasMembers({ properties }: SchemaObject): boolean {
  return isRecord(properties) && Object.keys(properties).length > 0;
}

/** The schema without the given keywords. */
export function withoutKeywords(schema: SchemaObject, keywords: Iterable<string>): SchemaObject {
  const omitted = new Set(keywords);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !omitted.has(keyword)));
}

/** Keywords that do not constrain values. To move or drop one of them is not reported as a loss. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);
