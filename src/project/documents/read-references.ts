import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import { authoredTexts, originOfValue, type Path, type Tree } from "../../source/tree.ts";
import type { Loading } from "../files/loading.ts";
import type { Unread } from "../files/read-files.ts";
import { unreadFile } from "../files/unread-file.ts";
import { referencePaths } from "./documents.ts";

/** Documents, and the results of their overlays, by the documents that have some. */
interface ReadDocuments {
  readonly documents: readonly Tree[];
  readonly overlaid: ReadonlyMap<Tree, Tree>;
}

/** Reads every file that documents refer to, directly or indirectly. */
export async function readReferences({ documents, overlaid }: ReadDocuments, apps: readonly string[], loading: Loading): Promise<void> {
  const seen = new Set<Tree>(documents.map((tree) => overlaid.get(tree) ?? tree));
  let waiting: readonly Tree[] = [...seen];
  let unread = 0;
  while (waiting.length > 0) {
    const targets = await Promise.all(waiting.flatMap(fileReferences).map((reference) => readReference(reference, apps, loading)));
    const fresh = new Set<Tree>();
    // Failures are reported after all reads, in the order of the references. Otherwise, the order in which files are read would decide
    // which failures get a suggestion.
    for (const target of targets) {
      if (!("reason" in target)) {
        const read = overlaid.get(target) ?? target;
        if (!seen.has(read)) fresh.add(read);
        continue;
      }
      unread += 1;
      const { reason, reference, tried } = target;
      const paths = await loading.paths();
      const suggested = unread > maxSuggestions ? [] : paths;
      const place = originOfValue(reference.tree, reference.path);
      loading.diagnostics.push(unreadFile(reason, reference.uri, { place, paths, suggested, tried }));
    }
    for (const tree of fresh) seen.add(tree);
    waiting = [...fresh];
  }
}

/** The maximum number of unread files for which existing files are suggested: each such file is compared with all files of the project. */
const maxSuggestions = 100;

interface UnreadReference {
  readonly reason: Unread;
  readonly reference: FileReference;
  readonly tried: readonly string[];
}

async function readReference(reference: FileReference, apps: readonly string[], { reader }: Loading): Promise<Tree | UnreadReference> {
  const tried = referencePaths(reference.tree, reference.uri, apps);
  let reason: Unread = tried.length === 0 ? "outside" : "absent";
  for (const path of tried) {
    const target = await (isProse.test(path) ? reader.prose(path) : reader.tree(path));
    if (typeof target !== "string") return target;
    if (target !== "absent") reason = target;
  }
  return { reason, reference, tried };
}

/** Matches text files, which a `$ref` can include as a description. All other files are read as YAML or JSON. */
const isProse = /\.(?:md|markdown|mdx|txt|html?)$/i;

interface FileReference {
  readonly tree: Tree;
  /** The path of the `$ref` in the tree. */
  readonly path: Path;
  /** The part of the `$ref` before `#`. */
  readonly uri: string;
}

/** Whether a document may refer to other files. Its text tells that of most documents, so they are not traversed. */
export function mayReferToFiles(tree: Tree): boolean {
  return authoredTexts(tree).some((text) => fileReference.test(text));
}

const fileReference = /\$ref["']?\s*:\s*["']?[^\s"'#{[]/;

function fileReferences(tree: Tree): FileReference[] {
  if (tree.data === undefined || !mayReferToFiles(tree)) return [];
  const gathered: Gathered = { references: [], identified: new Set() };
  gather(tree.data, [], gathered);
  // A reference to an `$id` in the same document leads to the schema with this `$id` (JSON Schema 2020-12 §8.2.1), so no file is read for
  // the reference.
  const outside = gathered.references.filter(({ uri }) => !gathered.identified.has(lastSegment(uri)));
  return outside.map((reference) => ({ tree, ...reference }));
}

interface Gathered {
  readonly references: Omit<FileReference, "tree">[];
  /** The last path segments of the `$id`s and of `$self`. */
  readonly identified: Set<string>;
}

/** Matches remote references, which are not fetched. The check of the document reports them. */
const isRemote = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/)/;

/** Keywords whose values are data, in which `$ref` is an ordinary member. */
const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Keywords whose values are maps. The keys of such a map are names and not keywords: a property may be called `default`. */
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

/**
 * Whether a value may contain references although its key is in `data`: the `enum` is an object, so it is not the keyword, or the value is
 * in a map `variables`.
 */
function isReference(item: Json, key: string, path: Path): boolean {
  return path.at(-2) === "variables" || (key === "enum" && isObject(item));
}

function gatherString(text: string, path: Path, { references, identified }: Gathered): void {
  const key = path.at(-1);
  if (key === "$ref" && !text.startsWith("#") && !isRemote.test(text)) references.push({ path, uri: text.split("#", 1)[0] ?? "" });
  if (key === "$id" || key === "$self") identified.add(lastSegment(text));
}
