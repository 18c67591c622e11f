import type { Json } from "../source/json/json.ts";

/** The maximum number of characters of a value in a message. */
const longest = 80;

/** The text of a value in a message: its JSON, shortened if it is long. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
