import type { Problem } from "./tree.ts";

// Matches one token. The kinds of tokens below: `s` is a string, `v` a number or word, `end` anything else; a bracket, comma or colon is its own kind.
const token =
  /[ \t\r\n]*(?:("[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))|([{}[\],:]))/y;

/** Finds the first syntax error of a text that is not JSON: the first token that is not allowed at its position. */
export function findJsonError(text: string): Problem {
  const open: string[] = [];
  let allowed = "sv{[";
  let last = "";
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const [whole, string, word, mark] = token.exec(text) ?? [];
    const kind = string !== undefined ? "s" : word !== undefined ? "v" : (mark ?? "end");
    if (!allowed.includes(kind)) {
      const start = at + spaces(text, at);
      const end = whole === undefined ? start + 1 : at + whole.length;
      const range = { start: Math.min(start, text.length), end: Math.min(end, text.length) };
      return { code: "syntax-error", reason: reasonFor({ text, start, kind, last, allowed, open }), path: [], range };
    }
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

function spaces(text: string, at: number): number {
  let end = at;
  while (end < text.length && " \t\r\n".includes(text.charAt(end))) end++;
  return end - at;
}

/** The state at the token that is not allowed. */
interface ErrorState {
  readonly text: string;
  readonly start: number;
  readonly kind: string;
  /** The kind of the token before it. */
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
  const [body = ""] = /^"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/.exec(text.slice(start)) ?? [];
  const next = text.charAt(start + body.length);
  if (next === "") return "this string has no closing quote.";
  if (next === "\\") return `"${text.slice(start + body.length, start + body.length + 2)}" is not an escape sequence of JSON.`;
  return "a string must not contain a line break, tab or other control character; write an escape such as \\n.";
}
