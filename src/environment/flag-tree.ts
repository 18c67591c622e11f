import type { Tree } from "../source/tree.ts";

/** A flag as a source, so that what is wrong with it is reported like anything else, at its own text. */
export function flagTree(flag: string, text: string): Tree {
  const source = { path: flag, text };
  return { source, format: "yaml", data: text, problems: [], within: undefined };
}
