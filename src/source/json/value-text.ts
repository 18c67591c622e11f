import type { Json } from "./json.ts";

/** A value in a message: a string as it is, anything else as JSON. */
export function valueText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
