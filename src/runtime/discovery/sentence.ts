/** The text up to the end of its first sentence or line. */
export function firstSentence(text: string): string {
  return text.slice(0, endOfSentence(text, 0));
}

const sentenceEnd = /[.!?](?=\s)|\n/g;

/** The position after the first sentence or line that ends after `start`. */
export function endOfSentence(text: string, start: number): number {
  sentenceEnd.lastIndex = start;
  return sentenceEnd.test(text) ? sentenceEnd.lastIndex : text.length;
}
