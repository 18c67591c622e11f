import { isAscii, memoized, partsOf, wordOf } from "./words.ts";

/** The words of all texts of an index, each with a number: comparing strings for each occurrence would take most of the time. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** The numbers of the words that `wordsOf` returns for a text. */
  readonly read: (text: string) => readonly number[];
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  /** Parts of texts by their hashes, so that a string is created only for the first occurrence of a part. */
  const known = new Map<number, Part>();

  function numberOf(part: string): number {
    const word = wordOf(part);
    if (word === "") return none;
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  }

  function addPart(hash: number, text: string): Part {
    const part = { text, number: numberOf(text) };
    known.set(hash, part);
    return part;
  }

  /** Finds the parts of an ASCII text as `partsOf` does, apart from digits, which are no words. */
  function readAscii(text: string): readonly number[] {
    const found: number[] = [];
    let [start, hash, wasSmall] = [-1, 0, false];
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const isSmall = code >= 0x61 && code <= 0x7a;
      const isCapital = code >= 0x41 && code <= 0x5a;
      // The last capital letter of `HTTPServers` belongs to the second part.
      if (start !== -1 && !isSmall && !(isCapital && !wasSmall && !startsSmall(text, at + 1))) {
        const same = known.get(hash);
        const isKnown = same?.text.length === at - start && text.startsWith(same.text, start);
        const { number } = isKnown ? same : addPart(hash, text.slice(start, at));
        if (number !== none) found.push(number);
        start = -1;
        hash = 0;
      }
      if (isSmall || isCapital) {
        if (start === -1) start = at;
        hash = (Math.imul(hash, 31) + code) & 0x3fffffff;
      }
      wasSmall = isSmall;
    }
    return found;
  }

  const read = memoized((text) =>
    isAscii(text)
      ? readAscii(text)
      : partsOf(text)
          .map(numberOf)
          .filter((number) => number !== none),
  );
  return { numbers, read };
}

/** A part of a text, and the number of its word. */
interface Part {
  readonly text: string;
  readonly number: number;
}

/** The number of a stop word. */
const none = -1;

function startsSmall(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}
