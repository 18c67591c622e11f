import { type Node, nodeAt } from "../../definition/node.ts";
import { diagnostic } from "../../diagnostic/diagnostic.ts";
import { isObject } from "../../source/json/json.ts";
import { embeddedTree, parseNested } from "../../source/parse-tree.ts";
import { originOfValue, pointerOf, type Tree } from "../../source/tree.ts";
import { emptyFile } from "../codes.ts";
import { isBlank, type Loading } from "../files/loading.ts";
import { unreadFile } from "../files/unread-file.ts";
import type { LoadedInput } from "../load-input.ts";
import { documentPaths, schemaField } from "./documents.ts";
import { type DocumentUse, loadOverlays } from "./load-overlays.ts";
import { readReferences } from "./read-references.ts";

export interface LoadedDocuments {
  /** The documents inside definitions as parsed, by the definition's tree and the document's JSON Pointer. */
  readonly nested: Map<Tree, ReadonlyMap<string, Tree>>;
  /** The documents with overlays, by the documents as parsed. */
  readonly overlaid: ReadonlyMap<Tree, Tree>;
}

/** Loads the OpenAPI documents of definitions, their overlays, and all files that the documents refer to. */
export async function loadDocuments({ resources, apps, config }: LoadedInput, loading: Loading): Promise<LoadedDocuments> {
  const nested = new Map<Tree, Map<string, Tree>>();
  const roots = apps.map(({ root }) => root);
  const uses = await Promise.all(
    resources.map(async (resource): Promise<DocumentUse[]> => {
      const schema = schemaField(nodeAt(resource));
      if (schema === undefined) return [];
      const inline = inlineDocument(schema);
      if (inline !== undefined) {
        const known = nested.get(schema.tree) ?? new Map<string, Tree>();
        nested.set(schema.tree, known.set(pointerOf(schema.path), inline));
        return [{ resource, document: inline }];
      }
      if (typeof schema.value !== "string") return [];
      const document = await readFirst(documentPaths(schema, roots), schema, loading);
      return document === undefined ? [] : [{ resource, document }];
    }),
  );
  const overlaid = await loadOverlays(uses.flat(), config, loading);
  const documents = uses.flat().map(({ document }) => document);
  await readReferences({ documents, overlaid }, roots, loading);
  return { nested, overlaid };
}

/** A cache of the documents inside each tree. Trees are immutable. */
const inlineDocuments = new WeakMap<Tree, Map<string, Tree | undefined>>();

function inlineDocument(schema: Node): Tree | undefined {
  const known = inlineDocuments.get(schema.tree) ?? new Map<string, Tree | undefined>();
  inlineDocuments.set(schema.tree, known);
  const pointer = pointerOf(schema.path);
  if (!known.has(pointer)) known.set(pointer, readInline(schema));
  return known.get(pointer);
}

/**
 * Reads a document inside a definition, as an object or as a string. Returns `undefined` if the string is a path: it has no line break and
 * does not start like a document.
 */
function readInline({ tree, path, value }: Node): Tree | undefined {
  if (isObject(value)) return embeddedTree(originOfValue(tree, path));
  if (typeof value !== "string" || !/\n|^\s*\{|^\s*(?:openapi|swagger)\s*:/.test(value)) return undefined;
  return parseNested(value, originOfValue(tree, path));
}

/**
 * Reads the document at the first of the candidate paths at which a file can be read. If there is no such path, this is reported at
 * `schema`, the field that contains the path.
 */
async function readFirst(paths: readonly string[], schema: Node, loading: Loading): Promise<Tree | undefined> {
  const place = originOfValue(schema.tree, schema.path);
  for (const path of paths) {
    const tree = await loading.reader.tree(path);
    if (typeof tree === "string") continue;
    if (isBlank(tree)) loading.diagnostics.push(diagnostic(emptyFile, { path }, place));
    return tree;
  }
  const reasons = await Promise.all(paths.map((path) => loading.reader.tree(path)));
  const reason = reasons.find((tree) => typeof tree === "string" && tree !== "absent") ?? (paths.length === 0 ? "outside" : "absent");
  if (typeof reason === "string")
    loading.diagnostics.push(unreadFile(reason, String(schema.value), { place, paths: await loading.paths(), tried: paths }));
  return undefined;
}
