/** Whether the words of a member's description are all in its name, such as "The ID of the user." for `user_id`. */
export function repeatsName(description: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(description).every((word) => known.has(word) || emptyWords.has(word));
}

/** The words of a text or an identifier, in lower case. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ");
  const words = spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word === "identifier" ? "id" : word));
}

const emptyWords: ReadonlySet<string> = new Set(["a", "an", "the", "of", "this", "your", "unique"]);
