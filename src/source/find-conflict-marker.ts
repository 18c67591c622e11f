import type { Problem } from "./tree.ts";

/** The first mark that git left where it could not merge, in a text that cannot be read: what a parser says of it is no help. */
export function findConflictMarker(text: string): Problem | undefined {
  const found = /^(?:<{7} [^\r\n]*|={7}(?=\r?$)|>{7} [^\r\n]*)/m.exec(text);
  if (found === null) return undefined;
  const range = { start: found.index, end: found.index + found[0].length };
  return { code: "syntax-error", reason: "a merge conflict is not settled here.", path: [], range };
}
