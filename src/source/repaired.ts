import { isArray, isObject, type Json, member } from "./json.ts";
import type { Path, Tree } from "./tree.ts";

/** What became of a tree whose text says something in a way that its standard does not have, where only one thing can be meant by it. */
export interface Repaired {
  /** The tree as its text has it. */
  readonly written: Tree;
  readonly grafts: Grafts;
}

/** Values that stand elsewhere, by the object or list that they were made a member of, and by their name or position in it. */
export type Grafts = ReadonlyMap<Json, ReadonlyMap<string, Home>>;

/** Where a value was written. */
export interface Home {
  readonly tree: Tree;
  readonly path: Path;
}

/** The tree as its text has it, for who searches or edits the text. */
export function writtenTree(tree: Tree): Tree {
  return tree.repaired?.written ?? tree;
}

/** Where the value at a place was written, which is the place itself unless a graft is on the way. */
export function homeOf(place: Home): Home {
  const grafts = place.tree.repaired?.grafts;
  if (grafts === undefined) return place;
  let { tree } = place;
  let path: (string | number)[] = [];
  let value: Json | undefined = place.tree.data;
  for (const step of place.path) {
    const graft = value === undefined ? undefined : grafts.get(value)?.get(String(step));
    if (graft === undefined) path.push(step);
    else {
      tree = graft.tree;
      path = [...graft.path];
    }
    value = isArray(value) ? value[Number(step)] : isObject(value) ? member(value, String(step)) : undefined;
  }
  return { tree, path };
}

/** Where the key of a value was written: in the object that holds it, unless that object's members came along with another. */
export function homeOfKey(place: Home): Home {
  const name = place.path.at(-1);
  if (place.tree.repaired === undefined || name === undefined) return place;
  const holder = homeOf({ tree: place.tree, path: place.path.slice(0, -1) });
  const own = { tree: holder.tree, path: [...holder.path, name] };
  return isWritten(own) ? own : homeOf(place);
}

function isWritten({ tree, path }: Home): boolean {
  let value: Json | undefined = writtenTree(tree).data;
  for (const step of path) value = isArray(value) ? value[Number(step)] : member(value, String(step));
  return value !== undefined;
}
