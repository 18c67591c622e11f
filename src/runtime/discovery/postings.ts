import type { Entry } from "./entry.ts";
import { fields, normalization } from "./fields.ts";
import { synonymsOf } from "./synonyms.ts";
import { isAscii, memoized, partsOf, withoutAccents, wordOf } from "./words.ts";

/** The positions of the tools in which something occurs, and how often it occurs in each. */
export interface Occurrences {
  readonly entries: readonly number[];
  readonly counts: readonly number[];
}

/** The occurrences of a word and of its synonyms. Each is weighted by its field and the length of the field. */
export interface Posting extends Occurrences {
  /** Which share of the name of each tool the word is. */
  readonly shares: readonly number[];
}

/** How much a synonym counts in comparison with the word itself. */
const synonymWeight = 0.2;

/** The texts of all tools, one field after the other. */
interface Texts {
  readonly text: string;
  /** The position of the first character of each field of each tool. */
  readonly starts: Int32Array;
  /** The average length of each field. */
  readonly averages: readonly number[];
}

/**
 * Joins the texts of `entries`, and returns the postings of their words. The texts are not split into words, since few of these are ever
 * searched for: the engine finds a word in a megabyte in less than a millisecond. So lengths are those in characters.
 */
export function createPostings(entries: readonly Entry[]): (word: string) => Posting | undefined {
  const { text, starts, averages } = joinTexts(entries);
  const partsOfRun = memoized(partsOf);
  const stemOf = memoized(wordOf);

  /** The count of a word that occurs once in a field of a tool: the position of the field divided by the number of fields is the tool. */
  function countIn(place: number): number {
    const field = place % fields.length;
    const relative = ((starts[place + 1] ?? 0) - (starts[place] ?? 0)) / (averages[field] ?? 1);
    return (fields[field]?.weight ?? 0) / (1 - normalization + normalization * relative);
  }

  /** Calls `visit` with the position and the length of each occurrence of a word that begins with `form`, in this case. */
  function find(word: string, form: string, visit: (at: number, length: number) => void): void {
    const isLower = isLowerCase(form.charCodeAt(0));
    let at = text.indexOf(form);
    while (at !== -1) {
      let end = at + form.length;
      // A small letter after another letter begins no word.
      if (!isLower || !isLetter(text.charCodeAt(at - 1))) {
        let start = at;
        while (isInRun(text.charCodeAt(start - 1))) start--;
        while (isInRun(text.charCodeAt(end))) end++;
        for (const part of partsOfRun(text.slice(start, end))) if (part.startsWith(form) && stemOf(part) === word) visit(at, part.length);
      }
      at = text.indexOf(form, end);
    }
  }

  return memoized((word) => {
    const [counts, shares] = [new Float64Array(entries.length), new Float64Array(entries.length)];
    const add = (each: string, weight: number): void => {
      for (const form of formsOf(each))
        find(each, form, (at, length) => {
          const place = placeOf(starts, at);
          const entry = Math.floor(place / fields.length);
          counts[entry] = (counts[entry] ?? 0) + weight * countIn(place);
          if (place % fields.length === 0) shares[entry] = (shares[entry] ?? 0) + length / (entries[entry]?.name.length ?? 1);
        });
    };
    add(word, 1);
    for (const synonym of synonymsOf(word)) add(synonym, synonymWeight);
    const found = Array.from(counts.keys()).filter((entry) => counts[entry] !== 0);
    if (found.length === 0) return undefined;
    return { entries: found, counts: found.map((entry) => counts[entry] ?? 0), shares: found.map((entry) => shares[entry] ?? 0) };
  });
}

function joinTexts(entries: readonly Entry[]): Texts {
  const starts = new Int32Array(entries.length * fields.length + 1);
  let text = "";
  let place = 0;

  function textsOf(entry: Entry, form: (text: string) => string): string {
    let texts = "";
    const add = (each: string): void => {
      texts += form(each);
      texts += "\n";
    };
    fields.forEach(({ read }, field) => {
      starts[place + field] = text.length + texts.length;
      read(entry, add);
    });
    return texts;
  }

  entries.forEach((entry) => {
    const texts = textsOf(entry, (each) => each);
    text += isAscii(texts) ? texts : textsOf(entry, withoutAccents);
    place += fields.length;
    starts[place] = text.length;
  });
  const averages = fields.map((_, field) => {
    let sum = 0;
    for (let at = field; at < place; at += fields.length) sum += (starts[at + 1] ?? 0) - (starts[at] ?? 0);
    return sum / entries.length || 1;
  });
  return { text, starts, averages };
}

/**
 * How the words with a stem begin, in the three cases that a part of a text may have. All of them begin with the stem, except that a final
 * `y` may have become `ies` or `ied`.
 */
function formsOf(word: string): ReadonlySet<string> {
  const begin = word.endsWith("y") ? word.slice(0, -1) : word;
  const first = String.fromCodePoint(begin.codePointAt(0) ?? 0);
  return new Set([begin, first.toUpperCase() + begin.slice(first.length), begin.toUpperCase()]);
}

/** The last place that starts at or before a position. */
function placeOf(starts: Int32Array, position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Whether a character is a letter in ASCII. */
function isLetter(code: number): boolean {
  return isLowerCase(code | 32);
}

/** Whether a character may be in a word: a letter or a digit, or any character outside ASCII. */
function isInRun(code: number): boolean {
  return isLetter(code) || code >= 128 || (code >= 48 && code <= 57);
}
