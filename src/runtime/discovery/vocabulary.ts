import { memoized, partsOf, wordOf } from "./words.ts";

/** The words of all texts of an index, each with a number: comparing strings for each occurrence would take most of the time. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** The numbers of the words that `wordsOf` returns for a text. */
  readonly read: (text: string) => readonly number[];
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const numberOf = memoized((part): number => {
    const word = wordOf(part);
    if (word === "") return none;
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
  const read = memoized((text): readonly number[] =>
    partsOf(text)
      .map(numberOf)
      .filter((number) => number !== none),
  );
  return { numbers, read };
}

/** The number of a stop word. */
const none = -1;
