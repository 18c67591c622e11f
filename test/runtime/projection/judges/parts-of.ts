/** JSON as it is sent. */
export type Sent = { readonly [name: string]: unknown };

export function isSent(value: unknown): value is Sent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A schema within a sent schema. */
export interface SentSchema {
  readonly at: string;
  readonly schema: Sent;
}

const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties"];
const listed = ["anyOf", "oneOf", "allOf", "prefixItems"];
const byName = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"];

/** A sent schema and all schemas within it. Examples and values are none. */
export function* partsOf(schema: unknown, at = ""): Generator<SentSchema> {
  if (!isSent(schema)) return;
  yield { at: at === "" ? "/" : at, schema };
  for (const keyword of single) yield* partsOf(schema[keyword], `${at}/${keyword}`);
  for (const keyword of listed) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) for (const [index, part] of parts.entries()) yield* partsOf(part, `${at}/${keyword}/${index}`);
  }
  for (const keyword of byName) {
    const parts = schema[keyword];
    if (isSent(parts)) for (const [name, part] of Object.entries(parts)) yield* partsOf(part, `${at}/${keyword}/${name}`);
  }
}

/** The patterns that a schema states, of values and of names. */
export function patternsOf({ pattern, patternProperties }: Sent): string[] {
  return [...(typeof pattern === "string" ? [pattern] : []), ...(isSent(patternProperties) ? Object.keys(patternProperties) : [])];
}

export function typesOf({ type }: Sent): unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

/** A regular expression without its escapes and classes, so that what is left of it has its meaning. */
export function bareSyntax(pattern: string): string {
  return pattern.replace(/\\[^bBk1-9]/g, "_").replace(/\[[^\]]*\]/g, "_");
}
