export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema in its object form. */
export type JsonSchema = JsonObject;

/**
 * How many arrays and objects a value may stand in.
 * Texts that nest deeper are refused while they are read, so that every recursion after that is safe.
 */
export const maxDepth = 100;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of an object by a name that input chose: `constructor` and `__proto__` are found only where they were written. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
