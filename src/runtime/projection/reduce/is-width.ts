import type { SchemaObject } from "../schema.ts";

/**
 * Whether the format of a schema is only the width of its numbers, such as `int32`, which is not validated. If the schema accepts strings,
 * the format is a constraint.
 */
export function isWidth({ type, format }: SchemaObject): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return widths.has(String(format)) && types.some((each) => each === "integer" || each === "number") && !types.includes("string");
}

/** The formats of OpenAPI 3.0 §4.4 for numbers. */
export const widths: ReadonlySet<string> = new Set(["int32", "int64", "float", "double"]);
