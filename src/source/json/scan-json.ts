import type { Range } from "../source.ts";
import type { Parsed, Path, Problem } from "../tree.ts";
import { type Json, maxDepth } from "./json.ts";
import { stringEnd } from "./json-string.ts";

const numberToken = /[-+.\deE]+/y;

interface Level {
  /** The range of the first occurrence of each member name; `undefined` in an array. */
  readonly names: Map<string, Range> | undefined;
  /** The name or index of the value that is being read. */
  step: string | number;
}

/** Reads a valid JSON text token by token, for problems that `JSON.parse` does not report. */
export function scanJson(text: string, data: Json): Parsed {
  const problems: Problem[] = [];
  const levels: Level[] = [];
  const pathHere = (): Path => levels.map(({ step }) => step);

  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const level = levels.at(-1);
    if (character === "{" || character === "[") {
      if (levels.length === maxDepth) {
        const range = { start: at, end: at + 1 };
        return {
          data: undefined,
          problems: [{ code: "too-deep", reason: `it nests arrays and objects deeper than ${maxDepth} levels.`, path: [], range }],
        };
      }
      levels.push(character === "{" ? { names: new Map(), step: "" } : { names: undefined, step: 0 });
    } else if (character === "}" || character === "]") levels.pop();
    else if (character === "," && typeof level?.step === "number") level.step++;
    else if (character === '"') {
      const range = { start: at, end: stringEnd(text, at) };
      if (level?.names !== undefined && isName(text, range.end)) {
        level.step = JSON.parse(text.slice(range.start, range.end)) as string; // The cast is safe: the token is in quotes.
        const first = level.names.get(level.step);
        if (first === undefined) level.names.set(level.step, range);
        else problems.push({ code: "duplicate-key", reason: level.step, path: pathHere(), range, first });
      }
      at = range.end - 1;
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      numberToken.lastIndex = at;
      const written = numberToken.exec(text)?.[0] ?? character;
      const problem = numberProblem(written, { value: Number(written), path: pathHere(), start: at });
      if (problem !== undefined) problems.push(problem);
      at += written.length - 1;
    }
  }
  return { data: problems.some(({ code }) => code === "infinite-number") ? withoutInfinities(data) : data, problems };
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at++;
  return text.charAt(at) === ":";
}

/** The JavaScript value of a number in a text, with its path and offset. */
export interface ReadNumber {
  readonly value: number;
  readonly path: Path;
  readonly start: number;
}

/** The problem of a number whose JavaScript value differs from its text or is infinite; `undefined` if the number has no problem. */
export function numberProblem(written: string, { value, path, start }: ReadNumber): Problem | undefined {
  const range = { start, end: start + written.length };
  if (!Number.isFinite(value)) {
    return { code: "infinite-number", reason: `${shorten(written)} is not a number that JSON can represent.`, path: [...path], range };
  }
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || !integer.test(written)) return undefined;
  // No precision is lost if JavaScript writes the number with the same digits, or if the digits in the text denote the same value.
  if (String(value) === written || BigInt(written.replace(/^[-+]/, "")) === BigInt(Math.abs(value))) return undefined;
  return { code: "lossy-number", reason: `${shorten(written)} becomes ${BigInt(value)}.`, path: [...path], range };
}

const integer = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;

function shorten(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}

/** A copy of the data with `null` instead of infinity, which JSON does not have. The depth is bounded by `maxDepth`. */
function withoutInfinities(value: Json): Json {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutInfinities);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutInfinities(item)]));
}
