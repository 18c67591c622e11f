import { isArray, isObject, type Json, member } from "./json.ts";
import type { Range, Source } from "./source.ts";

export type Path = readonly (string | number)[];

/** A parsed source: its plain data, and what was wrong with its text. It holds no positions; `locate` finds them. */
export interface Tree {
  readonly source: Source;
  /**
   * `value` is an object that stands in another tree as it is: it has no text of its own, and its paths continue those of `within`.
   * `text`: all of the text is one value, as it stands.
   */
  readonly format: "json" | "yaml" | "value" | "text";
  /** `undefined` where the text cannot be read at all. */
  readonly data: Json | undefined;
  readonly problems: readonly Problem[];
  /** The value of another tree that holds this one; `undefined` for the text of a file. */
  readonly within: Origin | undefined;
  /** Only where the data is not what the text says. */
  readonly repaired?: Repaired;
}

/** What became of a tree whose text says something in a way that its standard does not have, where only one thing can be meant by it. */
export interface Repaired {
  /** The tree as its text has it. */
  readonly written: Tree;
  readonly grafts: Grafts;
}

/** Values that stand elsewhere, by the object or list that they were made a member of, and by their name or position in it. */
export type Grafts = ReadonlyMap<Json, ReadonlyMap<string, TreeLocation>>;

/** Where a value was written. */
export interface TreeLocation {
  readonly tree: Tree;
  readonly path: Path;
}

/** Where a value came from. Making one costs nothing: nothing is searched until it is printed. */
export interface Origin {
  readonly tree: Tree;
  readonly path: Path;
  readonly part: "key" | "value";
}

/** A place in a tree: an origin, or a range of its text where the text itself is at fault. */
export type Place = Origin | { readonly tree: Tree; readonly range: Range };

/** A fault of the text. `path` leads to the smallest value that it spoils. */
export interface Problem {
  readonly code:
    | "syntax-error"
    | "duplicate-key"
    | "too-deep"
    | "several-documents"
    | "alias-limit"
    | "not-utf-8"
    | "lossy-number"
    | "infinite-number"
    | "unknown-tag";
  /** What is wrong, to follow "This cannot be read:"; of a duplicate key, the key. */
  readonly reason: string;
  readonly path: Path;
  readonly range: Range;
  /** The first of two, where the fault is a second one. */
  readonly first?: Range;
}

/** What a text says, and what was wrong with it. */
export type Parsed = Pick<Tree, "data" | "problems">;

/** Whether a problem of the text touches the value at `path`: lies in it, or in what holds it. A number that was only rounded can be used. */
export function hasProblemAt({ problems }: Tree, path: Path): boolean {
  return problems.some(
    (problem) =>
      problem.code !== "lossy-number" && problem.path.every((step, index) => index >= path.length || String(step) === String(path[index])),
  );
}

export function originOfValue(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "value" } : { ...writtenLocation({ tree, path }), part: "value" };
}

export function originOfKey(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "key" } : { ...writtenKeyLocation({ tree, path }), part: "key" };
}

/** The tree as its text has it, for who searches or edits the text. */
export function writtenTree(tree: Tree): Tree {
  return tree.repaired?.written ?? tree;
}

/** Where the value at a place was written, which is the place itself unless a graft is on the way. */
export function writtenLocation(place: TreeLocation): TreeLocation {
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
export function writtenKeyLocation(place: TreeLocation): TreeLocation {
  const name = place.path.at(-1);
  if (place.tree.repaired === undefined || name === undefined) return place;
  const holder = writtenLocation({ tree: place.tree, path: place.path.slice(0, -1) });
  const own = { tree: holder.tree, path: [...holder.path, name] };
  return isWritten(own) ? own : writtenLocation(place);
}

function isWritten({ tree, path }: TreeLocation): boolean {
  let value: Json | undefined = writtenTree(tree).data;
  for (const step of path) value = isArray(value) ? value[Number(step)] : member(value, String(step));
  return value !== undefined;
}

/** The value at a path; `undefined` where there is none. Own members only. */
export function valueAt(tree: Tree, path: Path): Json | undefined {
  let value = tree.data;
  for (const step of path) value = isArray(value) ? itemAt(value, step) : isObject(value) ? member(value, String(step)) : undefined;
  return value;
}

/** A step from a pointer is a text. Of those only the ones that an index is written as lead to an item: not "", "01" or "1e0". */
function itemAt(items: readonly Json[], step: string | number): Json | undefined {
  const index = Number(step);
  return String(index) === String(step) ? items[index] : undefined;
}

/** Whether a path leads to what `prefix` leads to, or into it. A step from a pointer is a text, also where it is an index. */
export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => String(step) === String(path[index]));
}

/** RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** RFC 6901, of the text behind `#` once its percent-encoding is undone. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
