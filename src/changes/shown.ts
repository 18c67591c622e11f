import type { Json } from "../source/json.ts";

/** The maximum length of a value in a message. */
const longest = 80;

/** A value as a message shows it. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
