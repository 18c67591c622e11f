/** The kinds of values that have keywords of their own. */
export type Kind = "object" | "array" | "number" | "string";

/** The kind of a value; `other` for booleans and null. */
export function valueKind(value: unknown): Kind | "other" {
  if (Array.isArray(value)) return "array";
  const kind = value === null ? "other" : typeof value;
  return kind === "object" || kind === "number" || kind === "string" ? kind : "other";
}

export function hasType(value: unknown, types: string | readonly string[]): boolean {
  if (typeof types !== "string") return types.some((type) => hasType(value, type));
  if (types === "integer") return Number.isInteger(value);
  return types === "null" ? value === null : (types === "boolean" ? typeof value : valueKind(value)) === types;
}
