/** The names in `required` that an object does not have. */
export function missingNames(required: unknown, value: unknown): string[] {
  if (!Array.isArray(required) || typeof value !== "object" || value === null) return [];
  return required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name));
}
