import type { SchemaObject } from "./schema.ts";

/** Whether the format of a schema only tells the width of its numbers, which calls do not check. A string that is an `int64` is different. */
export function isWidth({ type, format }: SchemaObject): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return widths.has(String(format)) && types.some((each) => each === "integer" || each === "number") && !types.includes("string");
}

/** The formats of OpenAPI 3.0 §4.4 for numbers. */
export const widths: ReadonlySet<string> = new Set(["int32", "int64", "float", "double"]);
