import { isArray, isObject, type Json, member } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { Range, Source } from "./source.ts";

export type Path = readonly (string | number)[];

/** A parsed source: its plain data, and what was wrong with its text. It holds no positions; `locate` finds them. */
export interface Tree {
  readonly source: Source;
  /** `value` is an object that stands in another tree as it is: it has no text of its own, and its paths continue those of `within`. */
  readonly format: "json" | "yaml" | "value";
  /** `undefined` where the text cannot be read at all. */
  readonly data: Json | undefined;
  readonly problems: readonly Problem[];
  /** The value of another tree that holds this one; `undefined` for the text of a file. */
  readonly within: Origin | undefined;
}

/** Where a value came from. Making one costs nothing: nothing is searched until it is printed. */
export interface Origin {
  readonly tree: Tree;
  readonly path: Path;
  readonly part: "key" | "value";
}

/** A fault of the text. `path` leads to the smallest value that it spoils. */
export interface Problem {
  readonly code: "syntax-error" | "duplicate-key" | "too-deep" | "several-documents" | "alias-limit" | "not-utf-8" | "lossy-number" | "infinite-number" | "unknown-tag";
  /** What is wrong, to follow "This cannot be read:"; of a duplicate key, the key. */
  readonly reason: string;
  readonly path: Path;
  readonly range: Range;
  /** The first of two, where the fault is a second one. */
  readonly first?: Range;
}

/** What a text says, and what was wrong with it. */
export type Parsed = Pick<Tree, "data" | "problems">;

/** Parsing never fails: it gives a tree, and the problems of the text. JSON is tried first whatever the file is called. */
export function parseTree(source: Source): Tree {
  const format = source.path.endsWith(".json") || looksLikeJson(source.text) ? "json" : "yaml";
  return { source, format, ...(format === "json" ? parseJson(source.text) : parseYaml(source.text)), within: undefined };
}

/** The tree of a text that is a string value of another tree. Its `source.text` is the decoded string. */
export function parseNested(text: string, within: Origin): Tree {
  const format = looksLikeJson(text) ? "json" : "yaml";
  const source = { path: within.tree.source.path, text };
  return { source, format, ...(format === "json" ? parseJson(text) : parseYaml(text)), within };
}

/** The tree of an object that stands in another tree as it is, so that a document has its root at the root of a tree in every form. */
export function embeddedTree(within: Origin): Tree {
  return { source: within.tree.source, format: "value", data: valueAt(within.tree, within.path), problems: [], within };
}

function looksLikeJson(text: string): boolean {
  const first = /[^\s\ufeff]/.exec(text)?.[0];
  return first === "{" || first === "[";
}

/** Whether a problem of the text touches the value at `path`: lies in it, or in what holds it. A number that was only rounded can be used. */
export function isSpoiled({ problems }: Tree, path: Path): boolean {
  return problems.some((problem) => problem.code !== "lossy-number" && problem.path.every((step, index) => index >= path.length || String(step) === String(path[index])));
}

export function originOfValue(tree: Tree, path: Path): Origin {
  return { tree, path, part: "value" };
}

export function originOfKey(tree: Tree, path: Path): Origin {
  return { tree, path, part: "key" };
}

/** The value at a path; `undefined` where there is none. Own members only. */
export function valueAt(tree: Tree, path: Path): Json | undefined {
  let value = tree.data;
  for (const step of path) value = isArray(value) ? value[Number(step)] : isObject(value) ? member(value, String(step)) : undefined;
  return value;
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
