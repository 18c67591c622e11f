import { parseTree } from "../parse-tree.ts";
import type { Place } from "../tree.ts";

/** The start of a file, as a place for diagnostics about a file that was not read. */
export function fileStart(path: string): Place {
  return { tree: { ...parseTree({ path, text: "{}" }), source: { path, text: "" }, problems: [] }, range: { start: 0, end: 0 } };
}
