import { isArray, isObject, type Json } from "../source/json.ts";
import { originOfValue, type Path, type Tree } from "../source/tree.ts";
import { referencePaths } from "./documents.ts";
import type { Loading } from "./loading.ts";
import type { Unread } from "./read-files.ts";
import { unreadFile } from "./unread-file.ts";

/** Reads every file that documents refer to, directly or indirectly. */
export async function readReferences(documents: readonly Tree[], apps: readonly string[], loading: Loading): Promise<void> {
  const seen = new Set<Tree>(documents);
  let waiting: readonly Tree[] = [...seen];
  while (waiting.length > 0) {
    const targets = await Promise.all(
      waiting.flatMap((tree) => fileReferences(tree).map((reference) => readReference(reference, apps, loading))),
    );
    const fresh = new Set(targets.flatMap((tree) => (tree === undefined || seen.has(tree) ? [] : [tree])));
    for (const tree of fresh) seen.add(tree);
    waiting = [...fresh];
  }
}

async function readReference({ tree, path, uri }: FileReference, apps: readonly string[], loading: Loading): Promise<Tree | undefined> {
  const paths = referencePaths(tree, uri, apps);
  let reason: Unread = paths.length === 0 ? "outside" : "absent";
  for (const candidate of paths) {
    const target = await (isProse.test(candidate) ? loading.reader.prose(candidate) : loading.reader.tree(candidate));
    if (typeof target !== "string") return target;
    if (target !== "absent") reason = target;
  }
  const known = await loading.paths();
  loading.diagnostics.push(unreadFile(reason, uri, { place: originOfValue(tree, path), paths: known, tried: paths }));
  return undefined;
}

/** Matches text files that a `$ref` includes as a description. All other files are read as YAML or JSON. */
const isProse = /\.(?:md|markdown|mdx|txt|html?)$/i;

interface FileReference {
  readonly tree: Tree;
  /** The path of the `$ref`. */
  readonly path: Path;
  /** The part before `#`. */
  readonly uri: string;
}

/** Whether a document may refer to other files. Most do not, and this test of their text avoids a traversal. */
export const mayReferToFiles = /\$ref["']?\s*:\s*["']?[^\s"'#{[]/;

function fileReferences(tree: Tree): FileReference[] {
  if (tree.data === undefined || !mayReferToFiles.test(tree.source.text)) return [];
  const gathered: Gathered = { references: [], identified: new Set() };
  gather(tree.data, [], gathered);
  // JSON Schema 2020-12 §8.2.1: such a reference leads to the schema with this `$id` in the document. The check of the document resolves it.
  const outside = gathered.references.filter(({ uri }) => !gathered.identified.has(lastSegment(uri)));
  return outside.map((reference) => ({ tree, ...reference }));
}

interface Gathered {
  readonly references: Omit<FileReference, "tree">[];
  /** The last segments of the `$id`s and of `$self`. */
  readonly identified: Set<string>;
}

function lastSegment(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

/** Matches remote references, which are not fetched. The check of the document reports them. */
const isRemote = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/)/;

/** Keywords whose values are data: a `$ref` in them is not a reference. */
const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Maps whose keys are names: a property may be called `default`. */
const maps = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "schemas",
  "paths",
  "responses",
  "parameters",
]);

function gather(value: Json, path: Path, gathered: Gathered): void {
  if (isArray(value)) {
    value.forEach((item, index) => {
      if (typeof item === "object") gather(item, [...path, index], gathered);
    });
    return;
  }
  if (!isObject(value)) return;
  const isMap = maps.has(String(path.at(-1)));
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "string") gatherString(item, [...path, key], gathered);
    else if (
      typeof item === "object" &&
      item !== null &&
      (isMap || isReference(item, key, path) || (!data.has(key) && !key.startsWith("x-")))
    ) {
      gather(item, [...path, key], gathered);
    }
  }
}

/** Exceptions to `data`: an `enum` that is an object instead of an array, and the fields of a server variable. */
function isReference(item: Json, key: string, path: Path): boolean {
  return path.at(-2) === "variables" || (key === "enum" && isObject(item));
}

function gatherString(text: string, path: Path, { references, identified }: Gathered): void {
  const key = path.at(-1);
  if (key === "$ref" && !text.startsWith("#") && !isRemote.test(text)) references.push({ path, uri: text.split("#", 1)[0] ?? "" });
  if (key === "$id" || key === "$self") identified.add(lastSegment(text));
}
