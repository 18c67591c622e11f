import type { Json } from "../../source/json/json.ts";

/** The maximum number of characters of a value in a message. */
const longest = 80;

/** How many values a message lists. */
const mostListed = 6;

/** Names or values in a message, quoted; if there are many, the first ones, and how many more there are. */
export function listed(values: readonly string[]): string {
  const more = values.length - mostListed;
  const first = values.slice(0, more > 1 ? mostListed : values.length).map((value) => shown(value));
  return `${first.join(", ")}${more > 1 ? ` and ${more} more` : ""}`;
}

/** The text of a value in a message: its JSON, shortened if it is long. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
