import type { Json } from "../json/json.ts";
import type { Range } from "../source.ts";

/**
 * A line of YAML. `at` is the offset of its first character that is not a space, `end` the offset of its line break, `next` the offset
 * after the line break.
 */
export interface Line {
  readonly start: number;
  readonly at: number;
  readonly column: number;
  readonly end: number;
  readonly next: number;
  readonly isBlank: boolean;
}

/** The line that begins at `start`; `undefined` if `start` is the end of the text. */
export function lineFrom(text: string, start: number): Line | undefined {
  if (start >= text.length) return undefined;
  const found = text.indexOf("\n", start);
  const next = found === -1 ? text.length : found + 1;
  let end = found === -1 ? text.length : found;
  if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
  const at = Math.min(skipSpaces(text, start), end);
  return { start, at, column: at - start, end, next, isBlank: at === end };
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

/** Whether a comment begins at `at`. The caller ensures that only white space precedes `at` on its line. */
export function startsComment(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x23;
}

export interface Key {
  readonly name: string;
  readonly range: Range;
  /** The offset after the colon. */
  readonly after: number;
}

/** The mapping key at an offset; `undefined` unless the key is a plain scalar or a quoted string on one line. */
export function readKey(text: string, at: number): Key | undefined {
  const quote = text.charAt(at);
  const end = quote === '"' || quote === "'" ? quotedEnd(text, at) : plainKeyEnd(text, at);
  if (end === undefined) return undefined;
  const colon = skipSpaces(text, end);
  const name = quote === '"' || quote === "'" ? unquoted(text.slice(at, end)) : text.slice(at, end);
  if (name === undefined || name === "" || text.charAt(colon) !== ":" || !endsWord(text, colon + 1)) return undefined;
  return { name, range: { start: at, end }, after: colon + 1 };
}

function plainKeyEnd(text: string, at: number): number | undefined {
  // A plain scalar does not begin with an indicator; YAML 1.2.2, section 7.3.3.
  if ("[]{},&*!|>%@`#?-\t".includes(text.charAt(at)) && !/^[?-][^\s]/.test(text.slice(at, at + 2))) return undefined;
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x0a || (code === 0x23 && text.charCodeAt(end - 1) === 0x20)) return undefined;
    if (code !== 0x3a || !endsWord(text, end + 1)) continue;
    let last = end;
    while (text.charCodeAt(last - 1) === 0x20) last--;
    return last;
  }
  return undefined;
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || " \r\n".includes(text.charAt(at));
}

/** The offset after the closing quote of a string; `undefined` if the string is not closed. */
function quotedEnd(text: string, at: number): number | undefined {
  const quote = text.charAt(at);
  for (let end = at + 1; end < text.length; end++) {
    const character = text.charAt(end);
    if (character === "\\" && quote === '"') end++;
    else if (character === quote) {
      if (quote === "'" && text.charAt(end + 1) === "'") end++;
      else return end + 1;
    }
  }
  return undefined;
}

/** The value of a quoted string; `undefined` if the string spans several lines or has escape sequences that JSON does not have. */
function unquoted(written: string): string | undefined {
  const inner = written.slice(1, -1);
  if (written.includes("\n")) return undefined;
  if (written.startsWith("'")) return inner.replaceAll("''", "'");
  if (!inner.includes("\\")) return inner;
  try {
    return String(JSON.parse(written));
  } catch {
    return undefined; // The string has an escape sequence of YAML that is invalid in JSON.
  }
}

export interface ScalarAt {
  /** The column of the scalar's parent node. */
  readonly column: number;
  readonly value: Json;
}

/**
 * The range of the scalar at the start of a region, as `yaml` reports it. `undefined` if it is uncertain whether the scalar has the
 * expected value.
 */
export function readScalar(text: string, region: Range, { column, value }: ScalarAt): Range | undefined {
  const first = text.charAt(region.start);
  if (first === '"' || first === "'") return quotedScalar(text, region, value);
  if (first === "|" || first === ">") return blockScalar(text, region, column);
  return plainScalar(text, region, value);
}

function quotedScalar(text: string, { start, end: limit }: Range, value: Json): Range | undefined {
  const end = quotedEnd(text, start);
  if (end === undefined || end > limit || typeof value !== "string") return undefined;
  const after = skipSpaces(text, end);
  const isAtEnd = after >= text.length || "\r\n".includes(text.charAt(after)) || (after > end && startsComment(text, after));
  return isAtEnd ? { start, end } : undefined;
}

/**
 * The range of a block scalar; `undefined` unless all lines are indented more than the parent node and at least as far as the first line.
 */
function blockScalar(text: string, { start, end: limit }: Range, column: number): Range | undefined {
  const header = /^[|>][-+]?[ ]*\r?\n/.exec(text.slice(start, start + 80))?.[0];
  if (header === undefined) return undefined;
  let indentation: number | undefined;
  let end: number | undefined;
  let hasBlanks = false;
  for (let line = lineFrom(text, start + header.length); line !== undefined && line.start < limit; line = lineFrom(text, line.next)) {
    if (line.isBlank) {
      if (line.column > 0) return undefined;
      hasBlanks = true;
      continue;
    }
    if (line.column <= column && startsComment(text, line.at)) break;
    indentation ??= line.column;
    if (line.column < indentation || line.column <= column || line.end === text.length) return undefined;
    end = line.next;
    hasBlanks = false;
  }
  return end === undefined || (hasBlanks && header.charAt(1) === "+") ? undefined : { start, end };
}

function plainScalar(text: string, { start, end: limit }: Range, value: Json): Range | undefined {
  const words: string[] = [];
  let end = start;
  let breaks = 0;
  let isClosed = false;
  for (let line = lineFrom(text, start); line !== undefined && line.start < limit; line = lineFrom(text, line.next)) {
    if (line.isBlank) {
      breaks++;
      continue;
    }
    if (startsComment(text, line.at)) {
      isClosed = true;
      continue;
    }
    if (isClosed) return undefined; // A comment ends a plain scalar, so this text is not part of the scalar.
    const written = text.slice(line.at, line.end);
    const comment = written.search(/[ \t]#/);
    const word = (comment === -1 ? written : written.slice(0, comment)).trimEnd();
    if (words.length > 0) words.push(breaks === 0 ? " " : "\n".repeat(breaks));
    words.push(word);
    isClosed = comment !== -1;
    end = line.at + word.length;
    breaks = 0;
  }
  const written = words.join("");
  const isValue = typeof value === "string" ? written === value : words.length === 1 && !/\s/.test(written);
  return isValue && written !== "" ? { start, end } : undefined;
}
