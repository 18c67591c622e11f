import { dirname, join } from "node:path/posix";
import type { Diagnostic, Outcome } from "../../../src/diagnostic/diagnostic.ts";
import { checkDocuments } from "../../../src/document/openapi/check/check-documents.ts";
import type { OpenApiDocument } from "../../../src/document/openapi/read/operation.ts";
import { parseTree } from "../../../src/source/parse-tree.ts";
import { pointerOf, type Tree, valueAt, writtenTree } from "../../../src/source/tree.ts";

export function read(text: string, path = "api.yaml"): Tree {
  return parseTree({ path, text });
}

/** A document and the files that it refers to, by their paths. */
export function check(text: string, files: { readonly [path: string]: string } = {}): Outcome<OpenApiDocument | undefined> {
  const trees = new Map(Object.entries(files).map(([path, content]) => [path, read(content, path)]));
  const root = read(text);
  const find = (from: Tree, uri: string): Tree | undefined => {
    const path = join(dirname(from.source.path), uri);
    return path === root.source.path ? root : trees.get(path);
  };
  return checkOne(root, find);
}

/** One document, as a project checks it. */
export function checkOne(tree: Tree, find: (from: Tree, uri: string) => Tree | undefined): Outcome<OpenApiDocument | undefined> {
  const [checked] = checkDocuments([tree], find).documents.values();
  if (checked === undefined) throw new Error("Each document is checked.");
  return checked;
}

/** `code @ file#pointer`, with `(key)` where the key is the place. */
export function said(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, place }) => {
    if (!("path" in place)) return code;
    const file = place.tree.source.path === "api.yaml" ? "" : place.tree.source.path;
    return `${code} @ ${file}#${pointerOf(place.path)}${place.part === "key" ? " (key)" : ""}`;
  });
}

/** Places that are not in their trees, which would throw when they are printed. */
export function strayPlaces(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ code, place, related }) =>
    [place, ...related.map((each) => each.place)].flatMap((each) =>
      "path" in each && valueAt(writtenTree(each.tree), each.path) === undefined ? [`${code} @ ${pointerOf(each.path)}`] : [],
    ),
  );
}
