import type { App, AppContent, AppText } from "../../project/project.ts";
import { member } from "../../source/json.ts";
import { type Place, type Tree, valueAt } from "../../source/tree.ts";

/** An instruction or Python code, from a field or a file of its own. */
export interface ReadText {
  readonly kind: "instruction" | "code";
  readonly text: string;
  /** The agent whose instruction or callback it is. */
  readonly agent: Tree | undefined;
  /** Whether the text is a file of its own, in which a fix can replace a name. */
  readonly isFile: boolean;
  /** The place of a part of the text. */
  readonly placeOf: (start: number, end: number) => Place;
}

/** The instructions and the Python code of an app, without disabled code and missing files. A file that several resources refer to is one text. */
export function textsOf(app: App, { texts }: AppContent): ReadText[] {
  const read = new Map<string, ReadText>();
  for (const [index, found] of texts.entries()) {
    const text = found.path === undefined ? valueAt(found.field.tree, found.field.path) : found.tree?.data;
    if (typeof text !== "string" || isDisabled(found)) continue;
    const agent = app.agents.find((tree) => tree === found.field.tree);
    const key = found.path ?? String(index);
    const isShared = read.has(key);
    read.set(key, {
      kind: kindOf(found),
      text,
      agent: isShared ? undefined : agent,
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

/** The function that finds parts of a text. A field can be quoted and folded in many ways, so its parts have the place of the whole. */
function placesOf({ field, tree }: AppText): ReadText["placeOf"] {
  if (tree === undefined) return () => field;
  // A byte order mark is not part of the data.
  const offset = tree.source.text.startsWith("\ufeff") ? 1 : 0;
  return (start, end) => ({ tree, range: { start: start + offset, end: end + offset } });
}
