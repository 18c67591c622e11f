/** The maximum names in a message, since model providers reject long messages. All further names are only counted. */
const maxNames = 10;

/** The minimum similarity, from 0 to 1, at which a name is suggested. */
const minSimilarity = 0.4;

/** Quoted names for a message. Names that are similar to `requested` come first. */
export function namesInMessage(names: readonly string[], requested = ""): string {
  return quotedList(nearestFirst(names, requested));
}

/** Quoted names for a message. At most ten are listed, and the other names are counted. */
export function quotedList(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `"${name}"`);
  const more = String(names.length - shown.length).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return more === "0" ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

/** The name that is most similar to `requested`, ignoring case; `undefined` if no name is similar. */
export function nearestName(names: readonly string[], requested: string): string | undefined {
  const lower = requested.toLowerCase();
  return names.find((name) => name.toLowerCase() === lower) ?? similarNames(names, requested)[0];
}

/** The names that are similar to `requested`, ignoring case, the most similar first. */
export function similarNames(names: readonly string[], requested: string): string[] {
  const pairs = pairsOf(requested);
  return names
    .map((name) => ({ name, similarity: similarityOf(pairs, pairsOf(name)) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ name }) => name);
}

/** The names, of which those that are similar to `requested` come first. The other names keep their order. */
function nearestFirst(names: readonly string[], requested: string): readonly string[] {
  return [...new Set([...similarNames(names, requested), ...names])];
}

/**
 * The Sørensen–Dice coefficient of two sets of letter pairs. It is used instead of the edit distance, which is large if a model omits a
 * prefix or swaps words (`create_issue`, `issues_create`).
 */
function similarityOf(requested: ReadonlySet<string>, found: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of found) if (requested.has(pair)) common += 1;
  return (2 * common) / (requested.size + found.size || 1);
}

function pairsOf(name: string): Set<string> {
  const text = name.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_empty, index) => text.slice(index, index + 2)));
}
