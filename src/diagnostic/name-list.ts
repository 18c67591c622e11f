/** The maximum number of names in a message; the others are counted. */
const maxNames = 10;

/** Formats names for a message: in quotes, with the number of those that are not listed. `total` is the number of all names if `names` contains only some. */
export function nameList(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, maxNames).map((name) => `"${name}"`);
  return total > shown.length ? `${shown.join(", ")} and ${thousands(total - shown.length)} more` : shown.join(", ");
}

/** Words in a sentence: `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** Formats a number in groups of three digits, the same in every locale. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
