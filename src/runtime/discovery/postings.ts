import type { Entry } from "./entry.ts";
import { fields } from "./fields.ts";
import { createVocabulary } from "./vocabulary.ts";
import { createWordList } from "./word-list.ts";
import { memoized } from "./words.ts";

/**
 * The positions of the tools in which a word occurs, and how often it occurs in each. Each occurrence is weighted by its field and the
 * length of the field.
 */
export interface Posting {
  readonly entries: readonly number[];
  readonly counts: readonly number[];
}

/** The words of the texts of all tools. */
interface Words {
  readonly numbers: ReadonlyMap<string, number>;
  /** The numbers of the words of all texts, one field after the other. */
  readonly words: Int32Array;
  /** The position of the first word of each field of each tool. */
  readonly starts: Int32Array;
  /** How many words each field has in all tools. */
  readonly lengths: readonly number[];
}

/**
 * Reads the texts of `entries`. Returns the postings of their words. A posting is created when its word is first searched for: creating all
 * of them takes as long as reading the texts, and most words are never searched for.
 */
export function createPostings(entries: readonly Entry[]): (word: string) => Posting | undefined {
  const { numbers, words, starts, lengths } = readWords(entries);

  /** The count of a word that occurs once in a field of a tool: the position of the field divided by the number of fields is the tool. */
  function countIn(place: number): number {
    const field = place % fields.length;
    const { weight = 0, normalization = 0 } = fields[field] ?? {};
    const average = (lengths[field] ?? 0) / entries.length || 1;
    const relative = ((starts[place + 1] ?? 0) - (starts[place] ?? 0)) / average;
    return weight / (1 - normalization + normalization * relative);
  }

  return memoized((word) => {
    const number = numbers.get(word);
    if (number === undefined) return undefined;
    const found: { entries: number[]; counts: number[] } = { entries: [], counts: [] };
    let place = 0;
    for (let at = words.indexOf(number); at !== -1; at = words.indexOf(number, at + 1)) {
      while ((starts[place + 1] ?? 0) <= at) place++;
      addCount(found, Math.floor(place / fields.length), countIn(place));
    }
    return found;
  });
}

function readWords(entries: readonly Entry[]): Words {
  const vocabulary = createVocabulary();
  const words = createWordList(vocabulary);
  const starts = new Int32Array(entries.length * fields.length + 1);
  const lengths = fields.map(() => 0);
  let place = 0;
  for (const entry of entries) {
    for (let field = 0; field < fields.length; field++) {
      const start = words.length();
      starts[place++] = start;
      fields[field]?.read(entry, words);
      lengths[field] = (lengths[field] ?? 0) + words.length() - start;
    }
  }
  starts[place] = words.length();
  return { numbers: vocabulary.numbers, words: words.numbers(), starts, lengths };
}

/** Adds a count to a posting, which consists of two arrays of numbers since an object for each count would take most of the time. */
function addCount({ entries, counts }: { entries: number[]; counts: number[] }, entry: number, count: number): void {
  const last = entries.length - 1;
  if (entries[last] === entry) counts[last] = (counts[last] ?? 0) + count;
  else {
    entries.push(entry);
    counts.push(count);
  }
}
