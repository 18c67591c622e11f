/** The escape of a UTF-16 code unit in JSON and JavaScript. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
