import type { Problem } from "../tree.ts";

/**
 * Finds the first conflict marker of Git in a text that cannot be parsed. Reporting the marker explains the error better than the message
 * of the parser.
 */
export function findConflictMarker(text: string): Problem | undefined {
  const found = /^(?:<{7} [^\r\n]*|={7}(?=\r?$)|>{7} [^\r\n]*)/m.exec(text);
  if (found === null) return undefined;
  const range = { start: found.index, end: found.index + found[0].length };
  return { code: "syntax-error", reason: "this is an unresolved merge conflict.", path: [], range };
}
