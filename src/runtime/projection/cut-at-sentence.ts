/** The text within `most` characters: up to the end of a sentence, or of a word with an ellipsis if its sentences are long. */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const ends = [...text.slice(0, most + 1).matchAll(/[.!?。](?=\s)|\n/g)].map(({ index, 0: end }) => index + end.trim().length);
  const last = ends.findLast((end) => end <= most) ?? 0;
  if (last > most / 2) return text.slice(0, last).trimEnd();
  const start = text.slice(0, most - 1);
  return `${start.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "")}…`;
}
