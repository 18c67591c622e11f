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
 * Shortens a name to `maxLength` characters by removing as few words as possible, in this order: the last words of a prefix that takes more
 * than half of the length; words that are also in the prefix; words that occur earlier in the name; words of the tags; all words of the
 * prefix but the first. Plural and singular count as the same word. `undefined` if the name remains too long.
 */
export function shortenName({ prefix, rest, tags }: LongName, maxLength: number): string | undefined {
  if (prefix.length + rest.length > maxShortened) return undefined;
  const prefixes = prefixesOf(prefix);
  const long = prefixes.filter((_prefix, index) => (prefixes[index - 1] ?? "").length > maxLength / 2);
  const start = long.find(({ length }) => length + rest.length <= maxLength);
  if (start !== undefined) return start + rest;
  for (const each of prefixes.slice(long.length)) {
    const short = withoutWords(each, rest, tags, maxLength);
    if (short !== undefined) return short;
  }
  return undefined;
}

/**
 * The beginning and the end of a name in at most `maxLength` characters, for a name that needs a suffix. The end is kept because the names
 * of a toolset often begin with the same words.
 */
export function cutName({ prefix, rest }: Pick<LongName, "prefix" | "rest">, maxLength: number): string {
  const prefixes = prefixesOf(prefix);
  const start = prefixes.find(({ length }) => length + Math.min(rest.length, (maxLength * 3) / 4) <= maxLength) ?? prefixes.at(-1) ?? "";
  const kept = wordsOf(rest.slice(0, maxShortened));
  const repeated = repeatedWords(start, kept);
  const removed = new Set<number>();
  while (kept.length - removed.size > 1 && start.length + joinWords(kept, removed).length > maxLength) {
    const left = [...kept.keys()].filter((index) => !removed.has(index));
    removed.add(repeated.find((index) => !removed.has(index)) ?? left[Math.floor(left.length / 2)] ?? 0);
  }
  return (start + joinWords(kept, removed)).slice(0, maxLength);
}

/** The prefix, and what remains of it without its last word, its last two words and so on, down to its first word. */
function prefixesOf(prefix: string): string[] {
  const given = wordsOf(prefix);
  return [prefix, ...given.slice(1).map((_word, index) => `${given.slice(0, given.length - 1 - index).join("")}_`)];
}

/** The name without as many repeated words and words of the tags as needed. */
function withoutWords(prefix: string, rest: string, tags: readonly string[], maxLength: number): string | undefined {
  if (prefix.length + rest.length <= maxLength) return prefix + rest;
  const given = wordsOf(rest);
  const ofTags = new Set(tags.flatMap((tag) => wordsOf(tag).map(keyOf)));
  const removable = new Set([...repeatedWords(prefix, given), ...given.flatMap((word, index) => (ofTags.has(keyOf(word)) ? [index] : []))]);
  const removed = new Set<number>();
  for (const index of removable) {
    removed.add(index);
    if (removed.size === given.length) return undefined;
    const short = prefix + joinWords(given, removed);
    if (short.length <= maxLength) return short;
  }
  return undefined;
}

/** The positions of words that are also in the prefix, then of words that occur earlier in the name. */
function repeatedWords(prefix: string, given: readonly string[]): number[] {
  const ofPrefix = new Set(wordsOf(prefix).map(keyOf));
  const keys = given.map(keyOf);
  const positions = keys.map((_key, index) => index);
  return [
    ...positions.filter((index) => ofPrefix.has(keys[index] ?? "")),
    ...positions.filter((index) => keys.indexOf(keys[index] ?? "") < index),
  ];
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
