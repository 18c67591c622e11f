/** A set of code points: sorted ranges `[first, last]` that neither touch nor overlap. */
export type CharacterSet = readonly (readonly [first: number, last: number])[];

const last = 0x10ffff;

export const anyCharacter: CharacterSet = [[0, last]];

const digits: CharacterSet = [[0x30, 0x39]];
const word: CharacterSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]; // biome-ignore format: four pairs
const space: CharacterSet = normalized([[9, 13], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]]); // biome-ignore format: ten pairs

/** The characters that `.` matches if a pattern does not have the flag `s`. */
export const anyButLineEnd: CharacterSet = complement([[10, 10], [13, 13], [0x2028, 0x2029]]); // biome-ignore format: three pairs

/** The set of an escape such as `\d` or `\W`, by its letter; `undefined` for a letter that is not the name of such a set. */
export function escapedClass(letter: string): CharacterSet | undefined {
  const set = { d: digits, w: word, s: space }[letter.toLowerCase()];
  return set === undefined || letter === letter.toLowerCase() ? set : complement(set);
}

/** A superset of `\p{…}`: the ASCII characters that have the property, and all characters outside of ASCII. */
export function propertyClass(escape: string): CharacterSet {
  const member = new RegExp(escape, "u");
  const ranges: [number, number][] = [[0x80, last]];
  for (let code = 0; code < 0x80; code++) if (member.test(String.fromCharCode(code))) ranges.push([code, code]);
  return normalized(ranges);
}

/** Sorts ranges, and merges those that touch or overlap. */
export function normalized(ranges: readonly (readonly [number, number])[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const open = merged.at(-1);
    if (open !== undefined && first <= open[1] + 1) open[1] = Math.max(open[1], end);
    else merged.push([first, end]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [first, end] of set) {
    if (first > next) ranges.push([next, first - 1]);
    next = end + 1;
  }
  if (next <= last) ranges.push([next, last]);
  return ranges;
}

export function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  for (let i = 0, j = 0; ; ) {
    const [one, two] = [a[i], b[j]];
    if (one === undefined || two === undefined) return ranges;
    const first = Math.max(one[0], two[0]);
    const end = Math.min(one[1], two[1]);
    if (first <= end) ranges.push([first, end]);
    if (one[1] < two[1]) i++;
    else j++;
  }
}

export function overlaps(a: CharacterSet, b: CharacterSet): boolean {
  return intersection(a, b).length > 0;
}
