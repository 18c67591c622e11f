import type { Fragment } from "./fragment.ts";
import type { Range } from "./source.ts";
import type { Tree } from "./tree.ts";

/**
 * Splits a double-quoted, single-quoted or plain scalar into decoded fragments with their ranges. JSON strings are double-quoted scalars.
 */
export function readQuotedScalar(text: string, range: Range, format: Tree["format"]): Fragment[] {
  const quote = text.charAt(range.start);
  const isQuoted = quote === '"' || quote === "'";
  const inside = isQuoted ? { start: range.start + 1, end: range.end - 1 } : range;
  const special = quote === '"' ? (format === "json" ? /\\/g : /\\|[ \t]*\r?\n/g) : quote === "'" ? /''|[ \t]*\r?\n/g : /[ \t]*\r?\n/g;
  const fragments: Fragment[] = [];
  let at = inside.start;
  while (at < inside.end) {
    special.lastIndex = at;
    const found = special.exec(text);
    const start = found === null || found.index >= inside.end ? inside.end : found.index;
    if (start > at) fragments.push({ text: text.slice(at, start), outer: { start: at, end: start } });
    if (found === null || start === inside.end) break;
    const next =
      found[0] === "\\" ? escape(text, start) : found[0] === "''" ? { text: "'", outer: { start, end: start + 2 } } : fold(text, start);
    fragments.push(next);
    at = next.outer.end;
  }
  return fragments;
}

const simpleEscapes = new Map(
  Object.entries({
    0: "\0",
    a: "\x07",
    b: "\b",
    e: "\x1b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    "\t": "\t",
    v: "\v",
    N: "\u0085",
    _: "\u00a0",
    L: "\u2028",
    P: "\u2029",
  }),
);
const hexLengths = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Decodes an escape sequence of YAML (YAML 1.2.2, section 5.7). Those of JSON (RFC 8259, section 7) are a subset. */
function escape(text: string, start: number): Fragment {
  const letter = text.charAt(start + 1);
  const digits = hexLengths.get(letter);
  if (digits !== undefined) {
    const end = start + 2 + digits;
    const code = Number.parseInt(text.slice(start + 2, end), 16);
    return { text: digits === 8 ? String.fromCodePoint(code) : String.fromCharCode(code), outer: { start, end } };
  }
  const line = /^\\\r?\n[ \t]*/.exec(text.slice(start, start + 3));
  if (line !== null) {
    // An escaped line break is removed together with the indentation of the next line. Empty lines after the line break are not removed.
    let end = start + line[0].length;
    while (text[end] === " " || text[end] === "\t") end++;
    return { text: "", outer: { start, end } };
  }
  return { text: simpleEscapes.get(letter) ?? letter, outer: { start, end: start + 2 } };
}

/** Decodes consecutive line breaks: a single one becomes a space, and n line breaks become n - 1 (YAML 1.2.2, section 6.5). */
function fold(text: string, start: number): Fragment {
  let at = start;
  let breaks = 0;
  for (let end = at; ; end++) {
    const character = text.charAt(end);
    if (character === "\n") breaks++;
    else if (character !== " " && character !== "\t" && character !== "\r") {
      at = end;
      break;
    }
  }
  return { text: breaks === 1 ? " " : "\n".repeat(breaks - 1), outer: { start, end: at } };
}
