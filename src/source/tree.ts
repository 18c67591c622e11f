import { isArray, isObject, type Json, member } from "./json/json.ts";
import type { Range, Source } from "./source.ts";

/** The names and indices that lead from the root of a tree to a value. */
export type Path = readonly (string | number)[];

/** A parsed source: its plain data, and the problems of its text. The data has no positions; `locate` determines them. */
export interface Tree {
  readonly source: Source;
  /**
   * `value`: the tree is an object inside another tree. It has no text of its own, and its paths start at `within`.
   * `text`: the data is the whole text as one string, for example of a Markdown file.
   */
  readonly format: "json" | "yaml" | "value" | "text";
  /** `undefined` if the text cannot be parsed. */
  readonly data: Json | undefined;
  readonly problems: readonly Problem[];
  /** The location of this tree's text or object in another tree; `undefined` for the tree of a file. */
  readonly within: Origin | undefined;
  /** The repairs, if the data differs from the text. */
  readonly repaired?: Repaired;
  /** The overlays that were applied to the document, if there are any. The data and its paths are those of the result. */
  readonly overlaid?: Overlaid;
}

/** The repairs of a tree whose text violates the standard in a way that has only one possible meaning. */
export interface Repaired {
  /** The tree before the repairs, as parsed from its text. */
  readonly written: Tree;
  readonly grafts: Grafts;
}

/**
 * The authored locations of values that repairs inserted. The outer key is the object or array that contains an inserted value; the inner
 * key is the value's name or index.
 */
export type Grafts = ReadonlyMap<Json, ReadonlyMap<string, TreeLocation>>;

/** What a document was before overlays changed it. The tree with the result is the document for all stages; only its text is elsewhere. */
export interface Overlaid {
  /** The document as parsed from its text. */
  readonly document: Tree;
  /** The trees of the overlays, in the order in which they were applied. */
  readonly overlays: readonly Tree[];
  readonly authors: Authors;
}

/**
 * The authored locations of values that are not where their names say. The outer key is the object or array of the result that contains such a
 * value, and the inner key is the value's name or index. All other values are at the location of what contains them, by their name.
 */
export type Authors = ReadonlyMap<Json, ReadonlyMap<string, Authored>>;

/** Who wrote a value, and who wrote its key; `key` is `undefined` if the key is where the name says. */
export interface Authored {
  readonly value: TreeLocation;
  readonly key: TreeLocation | undefined;
}

/** The location of a value: a tree and a path in it. */
export interface TreeLocation {
  readonly tree: Tree;
  readonly path: Path;
}

/**
 * The origin of a value: its location, and whether the key or the value is meant. The range in the text is determined only when the origin
 * is printed.
 */
export interface Origin {
  readonly tree: Tree;
  readonly path: Path;
  readonly part: "key" | "value";
}

/** A place in a tree: an origin or, for a problem of the text, a range of the text. */
export type Place = Origin | { readonly tree: Tree; readonly range: Range };

/** An error in a text. `path` is the path of the smallest value that the error makes invalid. */
export interface Problem {
  readonly code:
    | "syntax-error"
    | "duplicate-key"
    | "too-deep"
    | "several-documents"
    | "alias-limit"
    | "not-utf-8"
    | "lossy-number"
    | "shallow-quote"
    | "infinite-number"
    | "unknown-tag"
    | "html-page"
    | "other-format";
  /** What is wrong, as the end of the sentence "This file cannot be read:". If the code is `duplicate-key`, the reason is the key. */
  readonly reason: string;
  readonly path: Path;
  readonly range: Range;
  /** The range of the first occurrence of a duplicate key. */
  readonly first?: Range;
}

/** The data of a text, and its problems. */
export type Parsed = Pick<Tree, "data" | "problems">;

/** The origin of a value in the authored text. */
export function originOfValue(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "value" } : { ...writtenLocation({ tree, path }), part: "value" };
}

/** The origin of the key of a value in the authored text. */
export function originOfKey(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "key" } : { ...writtenKeyLocation({ tree, path }), part: "key" };
}

/** The tree as parsed from its text, for functions that search or edit the text. */
export function writtenTree(tree: Tree): Tree {
  return tree.repaired?.written ?? tree;
}

/**
 * The location of a value in the authored text. It differs from `place` only if a repair inserted the value or a value that contains it.
 */
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

/**
 * The location of the key of a value in the authored text. If a repair inserted the key too, this is the location of the inserted value.
 */
function writtenKeyLocation(place: TreeLocation): TreeLocation {
  const name = place.path.at(-1);
  if (place.tree.repaired === undefined || name === undefined) return place;
  const parent = writtenLocation({ tree: place.tree, path: place.path.slice(0, -1) });
  const own = { tree: parent.tree, path: [...parent.path, name] };
  return valueAt(writtenTree(own.tree), own.path) === undefined ? writtenLocation(place) : own;
}

/** The tree whose text is that of the file: the document without its repairs and overlays. */
export function textTree(tree: Tree): Tree {
  const written = writtenTree(tree);
  return written.overlaid?.document ?? written;
}

/** The texts that a document was made of: its own, and those of its overlays. */
export function authoredTexts({ source, overlaid }: Tree): readonly string[] {
  return [source.text, ...(overlaid?.overlays ?? []).map((tree) => tree.source.text)];
}

/** The same origin in the tree of the text that has it: in a document with overlays, that of the document or of the overlay that wrote it. */
export function authoredOrigin({ tree: given, path, part }: Origin): Origin {
  const tree = writtenTree(given);
  if (tree.overlaid === undefined) return { tree, path, part };
  const { document, authors } = tree.overlaid;
  let value: Json | undefined = tree.data;
  let at: TreeLocation = { tree: document, path: [] };
  for (const [index, step] of path.entries()) {
    const authored = value === undefined ? undefined : authors.get(value)?.get(String(step));
    const byName = { tree: at.tree, path: [...at.path, step] };
    if (part === "key" && index === path.length - 1) return { ...(authored?.key ?? byName), part };
    at = authored?.value ?? byName;
    value = isArray(value) ? value[Number(step)] : isObject(value) ? member(value, String(step)) : undefined;
  }
  return { ...at, part };
}

/** The value at a path in a tree; `undefined` if no value is there. */
export function valueAt({ data }: Tree, path: Path): Json | undefined {
  return jsonAt(data, path);
}

/** The value at a path in other data; `undefined` if no value is there. Inherited members are ignored. */
export function jsonAt(data: Json | undefined, path: Path): Json | undefined {
  let value = data;
  for (const step of path) value = isArray(value) ? itemAt(value, step) : isObject(value) ? member(value, String(step)) : undefined;
  return value;
}

/**
 * The item at an index. The index is a string if the path comes from a JSON Pointer; then it must be canonical, unlike "", "01" or "1e0".
 */
function itemAt(items: readonly Json[], step: string | number): Json | undefined {
  const index = Number(step);
  return String(index) === String(step) ? items[index] : undefined;
}

/** Whether a path starts with `prefix`. The index 1 is equal to the string "1", which occurs in paths from JSON Pointers. */
export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => String(step) === String(path[index]));
}

/** The JSON Pointer of a path (RFC 6901). */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Parses a JSON Pointer (RFC 6901). The percent-encoding of a URI fragment must be decoded before. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
