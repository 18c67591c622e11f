import type { CharacterSet } from "../../patterns/character-set.ts";
import { type Assumptions, assertionsOf } from "./assumptions.ts";
import { formatSamples } from "./formats.ts";
import { judgeAssertion } from "./judge.ts";
import { anyType, typesInScope } from "./normal-schema.ts";
import { automatonOf, closureOf, type PatternAutomaton } from "./pattern-automaton.ts";
import { noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

const maxStates = 2_000;
const maxLength = 20_000;
const maxExcluded = 60;

/** Finds a string for which the string assertions hold or fail as assumed. */
export function findString(assumed: Assumptions): Solution {
  const least = Math.max(
    0,
    ...assertionsOf(assumed, "minLength", true).map(({ count }) => count),
    ...assertionsOf(assumed, "maxLength", false).map(({ count }) => Math.floor(count) + 1),
  );
  const most = Math.min(
    ...assertionsOf(assumed, "maxLength", true).map(({ count }) => count),
    ...assertionsOf(assumed, "minLength", false).map(({ count }) => Math.ceil(count) - 1),
  );
  if (least > most) return noValue;
  const excluded = new Set<string>(
    assertionsOf(assumed, "values", false).flatMap(({ values }) => values.flatMap((value) => (typeof value === "string" ? [value] : []))),
  );
  const isMet = (text: string) =>
    !excluded.has(text) &&
    [...assumed.assertions.values()].every(
      ({ assertion, holds }) => typesInScope(assertion) === anyType || judgeAssertion(assertion, text) === holds,
    );
  const patterns = [true, false].flatMap((holds) => assertionsOf(assumed, "pattern", holds).map(({ pattern }) => ({ pattern, holds })));
  const formats = assertionsOf(assumed, "format", true);
  const notFormats = assertionsOf(assumed, "format", false);
  const samples = formats.flatMap(({ format }) => formatSamples(format));
  const plain = candidates(Math.ceil(least), samples, excluded.size + 1).find(isMet);
  if (plain !== undefined) return valueFound(plain);
  if (excluded.size > maxExcluded || least > maxLength) return unknownValue;
  const isPlain = patterns.length === 0 && formats.length === 0 && notFormats.length === 0;
  // Without patterns and formats, all candidates were excluded. If only the empty string is possible, there is no solution. Longer strings
  // cannot all be excluded, so the result is "unknown".
  if (isPlain) return most === 0 ? noValue : unknownValue;
  const searched = [...patterns, ...[...excluded].map((text) => ({ pattern: `^${escaped(text)}$`, holds: false }))];
  const word = search(searched, { least, most });
  return word.kind !== "value" || isMet(String(word.value)) ? word : unknownValue;
}

/** Strings that most assertions accept, and the samples of the formats. */
function candidates(length: number, samples: readonly string[], others: number): readonly string[] {
  if (length > maxLength) return [];
  const filled = (start: string) => start + "a".repeat(Math.max(0, length - [...start].length));
  const more = Array.from({ length: Math.min(others, 5_000) }, (_each, index) => String.fromCodePoint(0x4e00 + index));
  return [...samples, ...["", "b", "c", "A", "1", " ", "-", "0x ", "ab c/", "\u00e9", ...more].map(filled)];
}

function escaped(text: string): string {
  return [...text].map((character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join("");
}

interface Lengths {
  readonly least: number;
  readonly most: number;
}

/**
 * Finds the first string that matches every pattern with `holds: true` and no pattern with `holds: false`, by a breadth-first search of the
 * product automaton.
 */
function search(patterns: readonly { readonly pattern: string; readonly holds: boolean }[], { least, most }: Lengths): Solution {
  const automata: { readonly automaton: PatternAutomaton; readonly holds: boolean }[] = [];
  let isComplete = true;
  for (const { pattern, holds } of patterns) {
    const automaton = automatonOf(pattern);
    // A pattern without a usable automaton is ignored. The search then accepts more strings, so a result "none" is right nevertheless.
    if (automaton === undefined || (!holds && !automaton.isExact)) continue;
    automata.push({ automaton, holds });
  }
  const alphabet = representatives(automata.flatMap(({ automaton }) => automaton.moves.flatMap((moves) => moves.map(({ set }) => set))));
  const cap = most === Number.POSITIVE_INFINITY ? least : most + 1;
  const start = automata.map(({ automaton }) => closureOf(automaton, [0], "start"));
  const queue: { readonly states: readonly number[][]; readonly text: string; readonly length: number }[] = [
    { states: start, text: "", length: 0 },
  ];
  const seen = new Set([keyOf(start, 0)]);
  for (const { states, text, length } of queue) {
    if (length >= least && length <= most && isAccepted(automata, states, text === "")) return valueFound(text);
    if (length >= most) continue;
    if (queue.length > maxStates) {
      isComplete = false;
      break;
    }
    for (const character of alphabet) {
      const next = automata.map(({ automaton }, index) => moved(automaton, states[index] ?? [], character));
      if (next.some((each, index) => each.length === 0 && automata[index]?.holds === true)) continue;
      const key = keyOf(next, Math.min(length + 1, cap));
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ states: next, text: text + String.fromCodePoint(character), length: length + 1 });
    }
  }
  return isComplete ? noValue : unknownValue;
}

function keyOf(states: readonly (readonly number[])[], length: number): string {
  return `${states.map((each) => each.join()).join(";")}:${length}`;
}

function isAccepted(
  automata: readonly { readonly automaton: PatternAutomaton; readonly holds: boolean }[],
  states: readonly number[][],
  isStart: boolean,
): boolean {
  return automata.every(({ automaton, holds }, index) => {
    const ends = closureOf(automaton, states[index] ?? [], "end");
    // In the empty string, the end is also the start, so assertions of both kinds hold.
    const both = isStart ? closureOf(automaton, ends, "start").flatMap((state) => closureOf(automaton, [state], "end")) : ends;
    return both.includes(1) === holds;
  });
}

function moved(automaton: PatternAutomaton, states: readonly number[], character: number): number[] {
  const next = states.flatMap((state) => (automaton.moves[state] ?? []).flatMap(({ set, to }) => (isIn(set, character) ? [to] : [])));
  return closureOf(automaton, next, "middle");
}

function isIn(set: CharacterSet, character: number): boolean {
  return set.some(([first, last]) => first <= character && character <= last);
}

/** One character of each equivalence class. Equivalent characters are in the same sets. Printable ASCII characters come first. */
function representatives(sets: readonly CharacterSet[]): readonly number[] {
  const cuts = [...new Set(sets.flatMap((set) => set.flatMap(([first, last]) => [first, last + 1])))].sort((a, b) => a - b);
  const chosen = new Set<number>();
  for (const [index, first] of [0, ...cuts].entries()) {
    const end = cuts[index] ?? 0x110000;
    if (end <= first) continue;
    const readable = [0x61, 0x41, 0x30, 0x20, 0x21].find((code) => code >= first && code < end);
    // A lone surrogate is not a character, so it cannot represent the class.
    const plain = first >= 0xd800 && first <= 0xdfff ? (end > 0xe000 ? 0xe000 : undefined) : first;
    if ((readable ?? plain) !== undefined) chosen.add(readable ?? plain ?? 0);
  }
  return [...chosen].sort((a, b) => Number(isOdd(a)) - Number(isOdd(b)) || a - b);
}

function isOdd(code: number): boolean {
  return code < 0x20 || code > 0x7e;
}
