import { isArray, isObject, type Json, member } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import { homeOf, homeOfKey, type Repaired } from "./repaired.ts";
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

/** Where a value came from. Making one costs nothing: nothing is searched until it is printed. */
export interface Origin {
  readonly tree: Tree;
  readonly path: Path;
  readonly part: "key" | "value";
}

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

/** Parsing never fails: it gives a tree, and the problems of the text. JSON is tried first whatever the file is called. */
export function parseTree(source: Source): Tree {
  const parsed: Text = source.path.endsWith(".json") ? { format: "json", ...parseJson(source.text) } : parseEither(source.text);
  return { source, ...parsed, within: undefined };
}

/** The tree of a text that is a string value of another tree. Its `source.text` is the decoded string. */
export function parseNested(text: string, within: Origin): Tree {
  return { source: { path: within.tree.source.path, text }, ...parseEither(text), within };
}

type Text = Pick<Tree, "format" | "data" | "problems">;

/** YAML also has brackets, and takes what JSON does not, such as comments. */
function parseEither(text: string): Text {
  if (!looksLikeJson(text)) return { format: "yaml", ...parseYaml(text) };
  const json: Text = { format: "json", ...parseJson(text) };
  if (json.problems[0]?.code !== "syntax-error") return json;
  const yaml: Text = { format: "yaml", ...parseYaml(text) };
  return yaml.data === undefined ? json : yaml;
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
  return problems.some(
    (problem) =>
      problem.code !== "lossy-number" && problem.path.every((step, index) => index >= path.length || String(step) === String(path[index])),
  );
}

export function originOfValue(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "value" } : { ...homeOf({ tree, path }), part: "value" };
}

export function originOfKey(tree: Tree, path: Path): Origin {
  return tree.repaired === undefined ? { tree, path, part: "key" } : { ...homeOfKey({ tree, path }), part: "key" };
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
