/** The words of a name, each with its separator: `_list`, `Orders`, `_v2`. */
const words = /[^A-Za-z0-9]*(?:[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+)[0-9]*/g;

/** A name that is too long, and the tags of its operation. */
export interface LongName {
  /** The prefix, including the separator at its end. */
  readonly prefix: string;
  readonly rest: string;
  readonly tags: readonly string[];
}

/** The maximum length of a name that is shortened, because every word is compared with every other word. */
const maxShortened = 500;

/**
 * Shortens a name to `maxLength` characters by removing as few words as possible, in this order: words that are also in the prefix, words
 * that occur earlier in the name, words of the tags. Plural and singular count as the same word. `undefined` if the name remains too long.
 */
export function shortenName({ prefix, rest, tags }: LongName, maxLength: number): string | undefined {
  if (rest.length > maxShortened) return undefined;
  const given = wordsOf(rest);
  const [ofPrefix, ofTags] = [[prefix], tags].map((texts) => new Set(texts.flatMap((text) => wordsOf(text).map(keyOf))));
  const keys = given.map(keyOf);
  const positions = keys.map((_key, index) => index);
  const removable = new Set([
    ...positions.filter((index) => ofPrefix?.has(keys[index] ?? "")),
    ...positions.filter((index) => keys.indexOf(keys[index] ?? "") < index),
    ...positions.filter((index) => ofTags?.has(keys[index] ?? "")),
  ]);
  const removed = new Set<number>();
  for (const index of removable) {
    removed.add(index);
    if (removed.size === given.length) return undefined;
    const short = prefix + joinWords(given, removed);
    if (short.length <= maxLength) return short;
  }
  return undefined;
}

function wordsOf(name: string): string[] {
  return name.match(words) ?? [];
}

function keyOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/(?<=..)(?:ies|y)$/, "i")
    .replace(/(?<=..)e?s$/, "");
}

/** Joins the words that remain. A word without a separator gets the separator of the removed word before it. */
function joinWords(given: readonly string[], removed: ReadonlySet<number>): string {
  let text = "";
  let separator = "";
  for (const [index, word] of given.entries()) {
    const own = /^[^A-Za-z0-9]*/.exec(word)?.[0] ?? "";
    if (removed.has(index)) separator ||= own;
    else {
      text += text === "" ? word.slice(own.length) : (own === "" ? separator : "") + word;
      separator = "";
    }
  }
  return text;
}
