import { stem } from "./stem.ts";

/** The words of a text or an identifier as the index contains them: in lower case, stemmed, without stop words. */
export function wordsOf(text: string): readonly string[] {
  return partsOf(text)
    .map(wordOf)
    .filter((word) => word !== "");
}

/** Splits a text into words that are not stemmed yet: at punctuation and at changes of case, so that `pullRequest_id` has three words. */
export function partsOf(text: string): readonly string[] {
  // Most texts are in ASCII, for which the ASCII expression is several times as fast.
  return (isAscii(text) ? text.match(asciiPart) : withoutAccents(text).match(part)) ?? [];
}

/** The text in which letters have no accents, with spaces for the characters that are neither in ASCII nor in a word. */
export function withoutAccents(text: string): string {
  // Most such texts only have dashes and quotation marks outside ASCII, or accents. The last expression takes milliseconds to compile.
  const words = text.replace(/[\u2010-\u2027]/g, " ");
  if (isAscii(words)) return words;
  const letters = words.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return isAscii(letters) ? letters : letters.replace(/\p{M}/gu, "").replace(/[^\0-\x7f\p{L}\p{N}]/gu, " ");
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

const asciiPart = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}]+|\p{N}+/gu;

/** The stem of a word; an empty string for a stop word. */
export function wordOf(part: string): string {
  const lower = part.toLowerCase();
  return stopWords.has(lower) || /^(?:[a-z]|[0-9]+)$/.test(lower) ? "" : stem(lower);
}

/** Memoizes `make`: names such as `id` and `per_page` occur in hundreds of tools. */
export function memoized<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (made.size < maxCached) made.set(text, value);
    return value;
  };
}

const maxCached = 50_000;

/** English words that are too frequent to distinguish tools. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being between both but by can could did do does doing
  down during each few for from had has have having he her here hers him his how i if in into is it its just let many may me might more
  most much must my no nor not now of off on once one only or other our out over own per please s same she should so some such t than
  that the their them then there these they this those through to too under until up us very via was we were what when where which
  while who whom whose why will with would you your`.split(/\s+/),
);
