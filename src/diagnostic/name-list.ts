/** The maximum number of names in a message. The remaining names are counted. */
const maxNames = 10;

/**
 * Formats names for a message: in quotes, followed by the number of names that are not listed. If `names` has only some of the names,
 * `total` is the number of all names.
 */
export function nameList(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, maxNames).map((name) => `"${name}"`);
  return total > shown.length ? `${shown.join(", ")} and ${thousands(total - shown.length)} more` : shown.join(", ");
}

/** Joins words for a sentence: `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** Formats a number in groups of three digits, the same in every locale. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
