/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema in its object form. */
export type JsonSchema = JsonObject;

/** The maximum nesting depth of arrays and objects. Parsers reject texts that nest deeper, so that every later recursion is safe. */
export const maxDepth = 100;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own member of an object, by a name that comes from the input, which may be `constructor` or `__proto__`. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
