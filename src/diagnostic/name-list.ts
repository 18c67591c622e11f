/** At most this many names are listed; the others are counted. */
const mostNames = 10;

/** Names in quotes for a message, with the number of those that are not listed. `total` is the number of all names if `names` has only some. */
export function nameList(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`);
  return total > shown.length ? `${shown.join(", ")} and ${thousands(total - shown.length)} more` : shown.join(", ");
}

/** Formats a number in groups of three digits, the same in every locale. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
