import { endOfSentence } from "./sentence.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The numbers of the words of all texts of an index, in the order in which the texts are added. The words of a text that occurs again are
 * copied: names such as `per_page` occur in hundreds of tools.
 */
export interface WordList {
  readonly add: (text: string) => void;
  /** Adds the texts of an array, which several tools may share. */
  readonly addAll: (texts: readonly string[]) => void;
  readonly addFirstSentence: (text: string) => void;
  /** Adds the text from `start` to `end`, which is not expected to occur again. */
  readonly addPart: (text: string, start: number, end: number) => void;
  readonly length: () => number;
  readonly numbers: () => Int32Array;
}

export function createWordList({ read }: Vocabulary): WordList {
  let numbers = new Int32Array(1 << 13);
  let length = 0;

  function push(number: number): void {
    if (length === numbers.length) grow(length + 1);
    numbers[length++] = number;
  }

  function grow(needed: number): void {
    let size = numbers.length;
    while (size < needed) size *= 2;
    const larger = new Int32Array(size);
    larger.set(numbers);
    numbers = larger;
  }

  /** Makes a function that adds what `readWords` reads, and copies the words if it is called with the same value again. */
  function once<Text>(readWords: (text: Text) => void): (text: Text) => void {
    /** The number of a text, for the positions of its first word and of the word after its last. */
    const known = new Map<Text, number>();
    const positions: number[] = [];
    return (text) => {
      const place = known.get(text);
      if (place === undefined) {
        known.set(text, positions.length);
        positions.push(length);
        readWords(text);
        positions.push(length);
        return;
      }
      const start = positions[place] ?? 0;
      const end = positions[place + 1] ?? 0;
      if (length + end - start > numbers.length) grow(length + end - start);
      numbers.copyWithin(length, start, end);
      length += end - start;
    };
  }

  const add = once((text: string) => read(text, 0, text.length, push));
  return {
    add,
    addAll: once((texts: readonly string[]) => texts.forEach(add)),
    addFirstSentence: once((text: string) => read(text, 0, endOfSentence(text, 0), push)),
    addPart: (text, start, end) => read(text, start, end, push),
    length: () => length,
    numbers: () => numbers.subarray(0, length),
  };
}
