import type { Problem } from "./tree.ts";

/** The first conflict marker of git in a text that cannot be parsed. The parser's own message would not help here. */
export function findConflictMarker(text: string): Problem | undefined {
  const found = /^(?:<{7} [^\r\n]*|={7}(?=\r?$)|>{7} [^\r\n]*)/m.exec(text);
  if (found === null) return undefined;
  const range = { start: found.index, end: found.index + found[0].length };
  return { code: "syntax-error", reason: "this is an unresolved merge conflict.", path: [], range };
}
