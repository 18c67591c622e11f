import { afterSpace } from "../text/white-space.ts";
import type { Problem } from "../tree.ts";

const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/y;
const characters = /[^"\\\0-\x1f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Finds the first syntax error of a text that is not JSON: the first token that is not allowed at its position. */
export function findJsonError(text: string): Problem {
  const open: string[] = [];
  let allowed = "sv{[";
  let last = "";
  for (let at = 0; ; ) {
    const start = afterSpace(text, at);
    const { kind, end } = tokenAt(text, start);
    if (!allowed.includes(kind)) {
      const range = { start, end: Math.min(end, text.length) };
      return { code: "syntax-error", reason: reasonFor({ text, start, kind, last, allowed, open }), path: [], range };
    }
    at = end;
    if (kind === "{" || kind === "[") open.push(kind);
    if (kind === "}" || kind === "]") open.pop();
    const isKey = kind === "s" && !allowed.includes("v");
    const inObject = open.at(-1) === "{";
    if (kind === "{") allowed = "s}";
    else if (kind === "[") allowed = "sv{[]";
    else if (isKey) allowed = ":";
    else if (kind === ":" || (kind === "," && !inObject)) allowed = "sv{[";
    else if (kind === ",") allowed = "s";
    else allowed = inObject ? ",}" : open.length > 0 ? ",]" : "";
    last = kind;
  }
}

/**
 * The token at an offset. The kind of a bracket, comma or colon is the character itself. The other kinds are `s` for a string, `v` for a
 * number or a word such as `true`, and `end` for the end of the text or a character that cannot start a token.
 */
function tokenAt(text: string, start: number): { readonly kind: string; readonly end: number } {
  const first = text.charAt(start);
  if (first !== "" && "{}[],:".includes(first)) return { kind: first, end: start + 1 };
  if (first === '"') {
    const end = contentEnd(text, start + 1);
    return text.charAt(end) === '"' ? { kind: "s", end: end + 1 } : { kind: "end", end: start + 1 };
  }
  word.lastIndex = start;
  return word.test(text) ? { kind: "v", end: word.lastIndex } : { kind: "end", end: start + 1 };
}

/**
 * The offset after the valid characters and escape sequences of a string. For long strings, a single regular expression would overflow the
 * stack.
 */
function contentEnd(text: string, start: number): number {
  for (let at = start; ; at = escape.lastIndex) {
    characters.lastIndex = at;
    characters.test(text);
    escape.lastIndex = characters.lastIndex;
    if (!escape.test(text)) return characters.lastIndex;
  }
}

/** The state of the parser when it reads a token that is not allowed at its position. */
interface ErrorState {
  readonly text: string;
  readonly start: number;
  readonly kind: string;
  /** The kind of the previous token. */
  readonly last: string;
  readonly allowed: string;
  readonly open: readonly string[];
}

function reasonFor({ text, start, kind, last, allowed, open }: ErrorState): string {
  if (start >= text.length) {
    if (text.trim() === "") return "the file is empty.";
    const bracket = open.at(-1);
    return bracket === undefined ? "the text ends where a value is expected." : `the text ends, but a "${bracket}" is still open.`;
  }
  const character = text.charAt(start);
  if (last === "," && (kind === "}" || kind === "]")) return `a comma is not allowed before "${kind}".`;
  if (last === "," && kind === ",") return "there is a second comma here.";
  if (allowed === "") return "there is text after the end of the value.";
  if (character === "'") return 'a string must be in double quotes (").';
  if (text.startsWith("//", start) || text.startsWith("/*", start) || character === "#") return "JSON has no comments.";
  if (character === '"' && kind === "end") return stringReason(text, start);
  if (/[-+.\d]/.test(character) && kind === "end") return "this is not a valid number in JSON.";
  if (allowed === "s" || allowed === "s}") return "the name of a member is expected here, in double quotes.";
  if (allowed === ":") return 'a ":" is expected between a name and its value.';
  if (allowed.startsWith(",")) return `a "," or "${allowed.slice(1)}" is expected here.`;
  return "a value is expected here: a string in double quotes, a number, true, false, null, an object or an array.";
}

function stringReason(text: string, start: number): string {
  const end = contentEnd(text, start + 1);
  const next = text.charAt(end);
  if (next === "") return "this string has no closing quote.";
  if (next === "\\") return `"${text.slice(end, end + 2)}" is not an escape sequence of JSON.`;
  return "a string must not contain a line break, tab or other control character; write an escape such as \\n.";
}
