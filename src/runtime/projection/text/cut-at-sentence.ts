/**
 * Shortens a text to `max` characters. It ends at the end of a sentence or, if the sentences are long, at the end of a word with an
 * ellipsis.
 */
export function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  const ends = [...text.slice(0, max + 1).matchAll(/[.!?。](?=\s)|\n/g)].map(({ index, 0: end }) => index + end.trim().length);
  const last = ends.findLast((end) => end <= max) ?? 0;
  if (last > max / 2) return text.slice(0, last).trimEnd();
  const start = text.slice(0, max - 1);
  return `${start.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "")}…`;
}
