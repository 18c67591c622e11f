import type { Fragment } from "./fragment.ts";
import type { Range } from "./source.ts";

/** A line of a block scalar. `text` is without the indentation; `next` is the offset after the line break. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * Splits a block scalar, `|` or `>` (YAML 1.2.2, section 8.1), into decoded fragments with their ranges. `decoded` is the value that the
 * parser read.
 */
export function readBlockScalar(text: string, range: Range, decoded: string): Fragment[] {
  const header = /^([|>])(?:([1-9])?([-+])?|([-+])([1-9]))(?=\s|$)/.exec(text.slice(range.start, range.start + 4));
  const firstBreak = text.indexOf("\n", range.start);
  if (header === null || firstBreak === -1 || firstBreak >= range.end) return [];
  const [, style, before, chompAfter = "", chompBefore = "", after] = header;
  const chomp = chompAfter || chompBefore;
  const body = { start: firstBreak + 1, end: range.end };
  const detected = contentIndentation(text, body);
  if (before === undefined && after === undefined) return readLines(text, { body, style, chomp, indentation: detected });
  // The indentation indicator is relative to the indentation of the parent node, which this function does not know. The function tries all
  // indentations, and uses the first that yields the decoded value.
  for (let indentation = detected; indentation >= 0; indentation--) {
    const fragments = readLines(text, { body, style, chomp, indentation });
    if (fragments.map((fragment) => fragment.text).join("") === decoded) return fragments;
  }
  return [];
}

/** The indentation of the first line that is not empty. */
function contentIndentation(text: string, { start, end }: Range): number {
  let lineStart = start;
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === "\n") lineStart = at + 1;
    else if (character !== " " && character !== "\r") return at - lineStart;
  }
  return 0;
}

interface Block {
  readonly body: Range;
  readonly style: string | undefined;
  readonly chomp: string;
  readonly indentation: number;
}

function readLines(text: string, { body, style, chomp, indentation }: Block): Fragment[] {
  const lines = split(text, body, indentation);
  const count = lines.findLastIndex((line) => line.text !== "") + 1;
  const content = lines.slice(0, count);
  return [...(style === ">" ? folded(content) : literal(content)), ...chomped(chomp, content, lines.slice(count))];
}

function split(text: string, { start, end }: Range, indentation: number): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const found = text.indexOf("\n", at);
    const next = found === -1 || found >= end ? end : found + 1;
    let lineEnd = next;
    if (text.charAt(lineEnd - 1) === "\n") lineEnd--;
    if (lineEnd > at && text.charAt(lineEnd - 1) === "\r") lineEnd--;
    let textStart = at;
    while (textStart < lineEnd && textStart - at < indentation && text.charAt(textStart) === " ") textStart++;
    lines.push({ text: text.slice(textStart, lineEnd), start: textStart, end: lineEnd, next });
    at = next;
  }
  return lines;
}

function literal(lines: readonly Line[]): Fragment[] {
  return lines.flatMap((line, index) => {
    const after = lines[index + 1];
    return after === undefined ? [verbatim(line)] : [verbatim(line), { text: "\n", outer: { start: line.end, end: after.start } }];
  });
}

function verbatim({ text, start, end }: Line): Fragment {
  return { text, outer: { start, end } };
}

function folded(lines: readonly Line[]): Fragment[] {
  const fragments: Fragment[] = [];
  let last: Line | undefined;
  let empty = 0;
  for (const line of lines) {
    if (line.text === "") {
      empty++;
      continue;
    }
    if (last !== undefined) fragments.push({ text: between(last, line, empty), outer: { start: last.end, end: line.start } });
    else if (empty > 0) fragments.push({ text: "\n".repeat(empty), outer: { start: lines[0]?.start ?? line.start, end: line.start } });
    fragments.push(verbatim(line));
    last = line;
    empty = 0;
  }
  return fragments;
}

/**
 * The decoded text between two lines of a folded scalar. A line break becomes a space, except before or after a line with extra
 * indentation.
 */
function between(last: Line, next: Line, empty: number): string {
  if (/^[ \t]/.test(last.text) || /^[ \t]/.test(next.text)) return "\n".repeat(empty + 1);
  return empty === 0 ? " " : "\n".repeat(empty);
}

/** The fragment of the line breaks at the end of a block scalar, which depend on the chomping indicator. */
function chomped(chomp: string, content: readonly Line[], rest: readonly Line[]): Fragment[] {
  const last = content.at(-1);
  const end = rest.at(-1)?.next ?? last?.next ?? 0;
  if (chomp === "+") {
    const start = last?.end ?? rest[0]?.start ?? 0;
    return [{ text: "\n".repeat(rest.length + (last === undefined ? 0 : 1)), outer: { start, end } }];
  }
  return last === undefined || chomp === "-" ? [] : [{ text: "\n", outer: { start: last.end, end: last.next } }];
}
