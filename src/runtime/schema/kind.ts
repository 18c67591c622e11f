/** The kinds of values that have keywords of their own. */
export type Kind = "object" | "array" | "number" | "string";

/** The kind of a value; `other` for booleans and null. */
export function valueKind(value: unknown): Kind | "other" {
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  if (kind === "object") return value === null ? "other" : "object";
  return kind === "number" || kind === "string" ? kind : "other";
}

export function hasType(value: unknown, types: string | readonly string[]): boolean {
  if (typeof types !== "string") return types.some((type) => hasType(value, type));
  switch (types) {
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return valueKind(value) === "object";
    default:
      return typeof value === types;
  }
}
