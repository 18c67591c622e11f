import type { Definition } from "../../definition/definition.ts";
import { field, fieldAt, type Node } from "../../definition/node.ts";
import { kinds, type Snapshot } from "../../kinds.ts";
import { member } from "../../source/json/json.ts";
import { percentDecoded } from "../../source/text/percent.ts";
import { pointerOf, type Tree } from "../../source/tree.ts";
import { asFolder, folderOf, isBelow, pathFrom } from "../files/paths.ts";
import type { Project } from "../project.ts";

/** The OpenAPI document of a definition; `undefined` if the definition has no document, or if the document could not be read. */
export function documentTree({ kind, body }: Pick<Definition, "kind" | "body">, project: Project): Tree | undefined {
  const { document } = kinds[kind];
  const schema = document && field(body, document);
  if (schema === undefined) return undefined;
  const nested = project.nested.get(schema.tree)?.get(pointerOf(schema.path));
  if (nested !== undefined || typeof schema.value !== "string") return nested;
  return firstFile(
    documentPaths(
      schema,
      project.apps.map(({ root }) => root),
    ),
    project,
  );
}

/** A copy of the project with some of its document trees replaced. */
export function withTrees(project: Project, trees: ReadonlyMap<Tree, Tree>): Project {
  if (trees.size === 0) return project;
  const of = (tree: Tree) => trees.get(tree) ?? tree;
  const nested = Array.from(
    project.nested,
    ([outer, inner]) => [outer, new Map(Array.from(inner, ([at, tree]) => [at, of(tree)]))] as const,
  );
  return { ...project, files: new Map(Array.from(project.files, ([path, tree]) => [path, tree && of(tree)])), nested: new Map(nested) };
}

/**
 * The candidate paths for the path of a document in a definition: relative to the root of the definition's app or project, then relative to
 * the folder of the definition.
 */
export function documentPaths({ tree, value }: Node, apps: readonly string[]): string[] {
  const found = definitionFolders(tree.source.path, apps).flatMap((folder) => pathFrom(folder, String(value)) ?? []);
  return [...new Set(found)];
}

/** The folders that the paths in a definition may be relative to, the first one first. */
export function definitionFolders(path: string, apps: readonly string[]): string[] {
  return [appOf(path, apps), folderOf(path)];
}

/**
 * The tree that the file part of a `$ref` refers to. The file part is relative to the file that contains the `$ref`; in a document inside a
 * definition, it may also be relative to the root of the app. An absolute URI refers to the document with this `$self` (OpenAPI 3.2
 * §4.1.2.2).
 */
export function findTree(from: Tree, uri: string, project: Project): Tree | undefined {
  if (uri === "") return from;
  const self = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)
    ? [...project.files.values()].find((tree) => member(tree?.data, "$self") === uri)
    : undefined;
  return (
    self ??
    firstFile(
      referencePaths(
        from,
        uri,
        project.apps.map(({ root }) => root),
      ),
      project,
    )
  );
}

/** The candidate paths for the file part of a `$ref`. */
export function referencePaths(from: Tree, uri: string, apps: readonly string[]): string[] {
  const path = from.source.path;
  const folders = from.within === undefined ? [folderOf(path)] : [folderOf(path), appOf(path, apps)];
  const found = folders.flatMap((folder) => pathFrom(folder, percentDecoded(uri)) ?? []);
  return [...new Set(found)];
}

/** The snapshot of a definition; `undefined` if definitions of this kind have no snapshot, or if the snapshot does not exist. */
export function snapshotTree(definition: Pick<Definition, "kind" | "aliases">, project: Project): Tree | undefined {
  return firstFile(snapshotPaths(definition, project), project);
}

/** The paths that the snapshot of a definition may have, the usual one first; empty for a kind without snapshots. */
export function snapshotPaths({ kind, aliases }: Pick<Definition, "kind" | "aliases">, { base }: Pick<Project, "base">): string[] {
  const { snapshot } = kinds[kind];
  return snapshot === undefined ? [] : aliases.map((name) => snapshotPath(base, name, snapshot));
}

/** The path of the snapshot of a toolset. */
export function snapshotPath(base: string, toolset: string, snapshot: Snapshot): string {
  return `${base}snapshots/${toolset}.${snapshot}.json`;
}

function firstFile(paths: readonly string[], { files }: Project): Tree | undefined {
  for (const path of paths) {
    const tree = files.get(path);
    if (tree !== undefined) return tree;
  }
  return undefined;
}

/** The root folder of the innermost app that contains a file. For a file outside of apps, this is the project's root. */
function appOf(path: string, apps: readonly string[]): string {
  return apps
    .map(asFolder)
    .filter((root) => isBelow(path, root))
    .reduce((best, root) => (root.length > best.length ? root : best), "");
}

/** The field of a definition that contains an OpenAPI document or the path of one. The structure of the definition may be unchecked. */
export function schemaField(resource: Node): Node | undefined {
  const places = Object.values(kinds).flatMap(({ toolset, tool, document }) =>
    document === undefined ? [] : [[toolset, document], ...(tool === undefined ? [] : [[tool, document]])],
  );
  return places.map((path) => fieldAt(resource, path)).find((found) => found !== undefined);
}
