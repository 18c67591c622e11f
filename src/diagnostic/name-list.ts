/** More names than this are counted: nobody reads hundreds. */
const mostNames = 10;

/** Names in quotes for a message, with the number of those that are too many to show. `total` is for who has counted the names and kept only some. */
export function nameList(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`);
  return total > shown.length ? `${shown.join(", ")} and ${thousands(total - shown.length)} more` : shown.join(", ");
}

/** The number in groups of three digits, the same in every locale. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
