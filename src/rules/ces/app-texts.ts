import type { App, AppContent, AppText } from "../../project/project.ts";
import { member } from "../../source/json/json.ts";
import { type Place, type Tree, valueAt } from "../../source/tree.ts";

/** An instruction or Python code, from a field or a file of its own. */
export interface ReadText {
  readonly kind: "instruction" | "code";
  readonly text: string;
  /** The agent whose instruction or callback the text is; `undefined` if it belongs to the app or to several agents. */
  readonly agent: Tree | undefined;
  /** Whether the text is a file of its own, in which a fix can replace a name. */
  readonly isFile: boolean;
  /** The place of the part of the text between two offsets. */
  readonly placeOf: (start: number, end: number) => Place;
}

/**
 * The instructions and the Python code of an app, without disabled code and missing files. A file that several resources refer to is one
 * text.
 */
export function textsOf(app: App, { texts }: AppContent): ReadText[] {
  const read = new Map<string, ReadText>();
  const agents = new Set(app.agents);
  for (const [index, found] of texts.entries()) {
    const text = found.path === undefined ? valueAt(found.field.tree, found.field.path) : found.tree?.data;
    if (typeof text !== "string" || isDisabled(found)) continue;
    const key = found.path ?? String(index);
    const isShared = read.has(key);
    read.set(key, {
      kind: kindOf(found),
      text,
      agent: !isShared && agents.has(found.field.tree) ? found.field.tree : undefined,
      isFile: found.tree !== undefined,
      placeOf: placesOf(found),
    });
  }
  return [...read.values()];
}

function kindOf({ field }: AppText): ReadText["kind"] {
  return /python/i.test(String(field.path.at(-1))) ? "code" : "instruction";
}

/** Whether a text belongs to a callback that is disabled. */
function isDisabled({ field: { tree, path } }: AppText): boolean {
  return member(valueAt(tree, path.slice(0, -1)), "disabled") === true;
}

/**
 * Returns the function that finds the place of a part of a text. If the text is in a field, which may be quoted or folded, the place is the
 * whole field.
 */
function placesOf({ field, tree }: AppText): ReadText["placeOf"] {
  if (tree === undefined) return () => field;
  // If the file begins with a byte order mark, offsets in the file are larger by one, because the data does not contain the mark.
  const offset = tree.source.text.startsWith("\ufeff") ? 1 : 0;
  return (start, end) => ({ tree, range: { start: start + offset, end: end + offset } });
}
