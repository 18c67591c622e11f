/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema in its object form. */
export type JsonSchema = JsonObject;

/**
 * The maximum nesting depth of arrays and objects. Parsers reject texts that nest deeper, so that recursion over parsed data cannot
 * overflow the stack.
 */
export const maxDepth = 100;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The items of an array; none for any other value. */
export function itemsIn(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** The members of an object; empty if the value is not an object. */
export function namedEntries(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The value of an object's own member. The name may come from the input, for example `constructor` or `__proto__`. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
