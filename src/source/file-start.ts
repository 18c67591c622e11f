import { parseTree } from "./parse-tree.ts";
import type { Place } from "./tree.ts";

/** The start of a file that was not read, as a place in an empty text. */
export function fileStart(path: string): Place {
  return { tree: { ...parseTree({ path, text: "{}" }), source: { path, text: "" }, problems: [] }, range: { start: 0, end: 0 } };
}
