import { memoized, partsOf, wordOf } from "./words.ts";

/** The words of all texts of an index, each with a number: comparing strings for each occurrence would take most of the time. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** Passes the numbers of the words that `wordsOf` returns for the text from `start` to `end` to `add`. */
  readonly read: (text: string, start: number, end: number, add: (number: number) => void) => void;
}

/** The number of a stop word. */
const none = -1;
const letters = 26;

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const numberOf = memoized((part): number => {
    const word = wordOf(part);
    if (word === "") return none;
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
  // The parts of texts are in a trie, so that no string is created to find one. Its nodes are numbered, and `children` has 26 places for each
  // with the numbers of its children, or 0. `known` has the numbers of the words that end at the nodes.
  let children = new Int32Array(letters * 1024);
  const known: (number | undefined)[] = [undefined];

  function addNode(place: number): number {
    const node = known.length;
    known.push(undefined);
    if ((node + 1) * letters > children.length) {
      const larger = new Int32Array(children.length * 2);
      larger.set(children);
      children = larger;
    }
    children[place] = node;
    return node;
  }

  /** Splits a text as `partsOf` does. It is one loop without calls for a letter, since most of it runs before the engine optimizes it. */
  function read(text: string, start: number, end: number, add: (number: number) => void): void {
    if (!isPlain(text, start, end)) {
      for (const part of partsOf(text.slice(start, end))) if (numberOf(part) !== none) add(numberOf(part));
      return;
    }
    /** The node of the letters since `from`, that of all but the last of them, and the code of the last one. */
    let [node, before, last] = [0, 0, 0];
    let from = start;
    for (let at = start; at <= end; at++) {
      const code = at === end ? 0 : text.charCodeAt(at);
      // Both cases of a letter differ in one bit.
      const letter = (code | 32) - 97;
      const isLetter = letter >= 0 && letter < letters;
      const isAfterCapitals = code >= 97 && last < 97 && at - from > 1;
      if (node !== 0 && (!isLetter || (code < 97 && last >= 97) || isAfterCapitals)) {
        // The last of several capitals begins the next part: `HTTPServer`.
        const to = isAfterCapitals && isLetter ? at - 1 : at;
        const ended = to === at ? node : before;
        const number = known[ended] ?? numberOf(text.slice(from, to));
        known[ended] = number;
        if (number !== none) add(number);
        from = to;
        const first = (last | 32) - 97;
        node = to === at ? 0 : children[first] || addNode(first);
      }
      if (isLetter) {
        if (node === 0) from = at;
        const place = node * letters + letter;
        before = node;
        node = children[place] || addNode(place);
        last = code;
      }
    }
  }

  return { numbers, read };
}

const notPlain = /[\x80-\u200f\u2028-\uffff]/;

/** Whether a text is in ASCII, except for dashes, quotation marks and the like, which belong to no word. */
function isPlain(text: string, start: number, end: number): boolean {
  return !notPlain.test(end - start === text.length ? text : text.slice(start, end));
}
