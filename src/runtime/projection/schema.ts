/** JSON Schema 2020-12. `#/$defs/<name>` names a shared schema. */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** The way from the root of a schema to a part of it. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of a keyword that holds a list of them. */
export function schemasIn(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas of a keyword that holds them by name. */
export function schemasByName(value: unknown): readonly [string, Schema][] {
  return isObject(value) ? Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1])) : [];
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isObject(value);
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The shared schema that a `$ref` names. */
export function referredName(reference: unknown): string | undefined {
  return typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

export function referenceTo(name: string): SchemaObject {
  return { $ref: `${prefix}${name}` };
}

const prefix = "#/$defs/";

/** The schema without some of its keywords. */
export function without(schema: SchemaObject, keywords: Iterable<string>): SchemaObject {
  const leaving = new Set(keywords);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !leaving.has(keyword)));
}
