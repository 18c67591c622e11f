import type { Entry } from "./entry.ts";
import { fields } from "./fields.ts";
import { memoized, partsOf, wordOf } from "./words.ts";

/**
 * The positions of the tools in which a word occurs, and how often it occurs in each. Each occurrence is weighted by its field and the
 * length of the field.
 */
export interface Posting {
  readonly entries: readonly number[];
  readonly counts: readonly number[];
}

/** Creates a map from each word in the texts of `entries` to its posting. */
export function createPostings(entries: readonly Entry[]): ReadonlyMap<string, Posting> {
  const { textWords, words } = vocabulary();
  const documents = entries.map((entry) => fields.map(({ texts }) => texts(entry).map(textWords)));
  const lengths = documents.map((document) => document.map(lengthOf));
  const averages = fields.map((_, field) => lengths.reduce((sum, each) => sum + (each[field] ?? 0), 0) / entries.length || 1);

  // A posting consists of two arrays of numbers, since creating an object for each occurrence would take most of the time.
  const found = words.map(() => ({ entries: [] as number[], counts: [] as number[] }));
  for (const [entry, document] of documents.entries()) {
    for (const [field, { weight, normalization }] of fields.entries()) {
      const relative = (lengths[entry]?.[field] ?? 0) / (averages[field] ?? 1);
      const count = weight / (1 - normalization + normalization * relative);
      for (const text of document[field] ?? []) for (const word of text) addCount(found[word], entry, count);
    }
  }
  return new Map(found.map((posting, word) => [words[word] ?? "", posting]));
}

function addCount(posting: { entries: number[]; counts: number[] } | undefined, entry: number, count: number): void {
  if (posting === undefined) return;
  const last = posting.entries.length - 1;
  if (posting.entries[last] === entry) posting.counts[last] = (posting.counts[last] ?? 0) + count;
  else {
    posting.entries.push(entry);
    posting.counts.push(count);
  }
}

function lengthOf(texts: readonly (readonly number[])[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Assigns a number to each word: comparing strings for each occurrence would take most of the time. */
function vocabulary() {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = memoized((part): number => {
    const word = wordOf(part);
    if (word === "") return none;
    const number = numbers.get(word) ?? words.push(word) - 1;
    numbers.set(word, number);
    return number;
  });
  const textWords = memoized((text): readonly number[] =>
    partsOf(text)
      .map(numberOf)
      .filter((number) => number !== none),
  );
  return { textWords, words };
}

const none = -1;
