import type { Definition } from "../definition/definition.ts";
import { nameField, resourceNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { ProgramSummary, ToolsetSummary } from "../ir/ir.ts";
import { documentTree, findTree, snapshotTree } from "../project/documents/documents.ts";
import { mayReferToFiles } from "../project/documents/read-references.ts";
import type { Project, ProjectResource } from "../project/project.ts";
import { pushAll } from "../source/text/push-all.ts";
import { type Tree, writtenTree } from "../source/tree.ts";
import { urisIn } from "./without-unused.ts";

/** A Toolset or Tool of the project, compiled or not. */
export interface ToolsetOwner {
  readonly resource: ProjectResource["resource"];
  /** All names of the resource. Messages use the first name. */
  readonly names: readonly string[];
  /** Whether the resource contains its own name. If it does not, the name may be in a misspelt field or in text that cannot be parsed. */
  readonly isNamed: boolean;
  /** The summary of the compiled toolset; `undefined` if the resource did not compile. */
  readonly toolset: ToolsetSummary | undefined;
  /** The file of the resource. */
  readonly tree: Tree;
}

export interface ToolsetOwners {
  readonly all: readonly ToolsetOwner[];
  /** The resources that a diagnostic concerns, by its `toolset` or by its file; empty if it concerns the whole project. */
  of(found: Pick<Diagnostic, "toolset" | "tool" | "place">): readonly ToolsetOwner[];
}

/**
 * Finds out which toolsets and tools a diagnostic concerns. A diagnostic in a shared file concerns all resources that refer to the file.
 */
export function toolsetOwners(
  project: Project,
  definitions: readonly Definition[],
  { toolsets }: Pick<ProgramSummary, "toolsets">,
): ToolsetOwners {
  const definitionOf = new Map(definitions.map((definition) => [definition.node.tree, definition]));
  const toolsetOf = new Map(toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  const owners = new Map(project.resources.map((resource) => [resource.tree, ownerOf(resource, toolsetOf.get(resource.tree))]));
  const all = [...owners.values()];
  // An entry of the configuration may be about a resource that is not loaded, since another one was requested.
  const elsewhere = project.elsewhere.map((resource) => ownerOf(resource, undefined));
  const byName = new Map<string, ToolsetOwner[]>();
  for (const owner of [...all, ...elsewhere]) for (const name of owner.names) byName.set(name, [...(byName.get(name) ?? []), owner]);
  const named = (name: string, resource?: ToolsetOwner["resource"]) =>
    (byName.get(name) ?? []).filter((owner) => resource === undefined || owner.resource === resource);
  let files: ReadonlyMap<Tree, ReadonlySet<ToolsetOwner>> | undefined;

  function of({ toolset, tool, place }: Pick<Diagnostic, "toolset" | "tool" | "place">): readonly ToolsetOwner[] {
    const stated = toolset === undefined ? [] : named(toolset);
    if (stated.length > 0) return stated;
    const own = owners.get(fileOf(place.tree));
    if (own !== undefined) return [own];
    if ("path" in place && hasNamesAsKeys(place.tree, project)) {
      const [key, name] = place.path;
      const resource = key === "toolsets" ? "toolset" : key === "tools" ? "tool" : undefined;
      return typeof name === "string" && (resource !== undefined || key === "overrides" || key === "sources") ? named(name, resource) : [];
    }
    files ??= filesOf(owners, definitionOf, project);
    const users = files.get(writtenTree(place.tree));
    if (users !== undefined) return [...users];
    return tool === undefined ? [] : named(tool, "tool");
  }

  return { all, of };
}

/** For the tree of each resource, the paths of its own file and of all documents and snapshots that it uses. */
export function toolsetFiles(project: Project, definitions: readonly Definition[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const definitionOf = new Map(definitions.map((definition) => [definition.node.tree, definition]));
  const owners = new Map(project.resources.map((resource) => [resource.tree, ownerOf(resource, undefined)]));
  const paths = new Map(project.resources.map(({ tree }) => [tree, new Set([tree.source.path])]));
  for (const [file, users] of filesOf(owners, definitionOf, project)) for (const { tree } of users) paths.get(tree)?.add(file.source.path);
  return paths;
}

function ownerOf({ resource, tree, path, fallbackName }: ProjectResource, toolset: ToolsetSummary | undefined): ToolsetOwner {
  const node = nodeAt({ tree, path });
  const names = [...resourceNames(node, fallbackName), ...(toolset === undefined ? [] : [toolset.displayName, toolset.name])];
  return { resource, names: [...new Set(names)], isNamed: nameField(node) !== undefined, toolset, tree };
}

/** The tree of the file that contains a document, which may be inside a string of the file. */
function fileOf(tree: Tree): Tree {
  let outer = tree;
  while (outer.within !== undefined) outer = outer.within.tree;
  return outer;
}

/** Whether a file has the names of toolsets and tools as keys, as the configuration and environments do. */
function hasNamesAsKeys(tree: Tree, { config, environments }: Project): boolean {
  return tree === config.tree || environments.some((environment) => environment.tree === tree);
}

/** For each document, its overlays, each snapshot, and each file that a document refers to, the resources that use it. */
function filesOf(
  owners: ReadonlyMap<Tree, ToolsetOwner>,
  definitionOf: ReadonlyMap<Tree, Definition>,
  project: Project,
): Map<Tree, ReadonlySet<ToolsetOwner>> {
  const files = new Map<Tree, Set<ToolsetOwner>>();
  const referred = new Map<Tree, readonly Tree[]>();
  for (const [tree, owner] of owners) {
    const definition = definitionOf.get(tree);
    if (definition === undefined) continue;
    const open = [documentTree(definition, project) ?? [], snapshotTree(definition, project) ?? []].flat();
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      const users = files.get(writtenTree(file)) ?? new Set();
      files.set(writtenTree(file), users);
      if (users.has(owner)) continue;
      users.add(owner);
      const next = referred.get(file) ?? [...(file.overlaid?.overlays ?? []), ...referredFiles(file, project)];
      referred.set(file, next);
      pushAll(open, next);
    }
  }
  return files;
}

function referredFiles(tree: Tree, project: Project): Tree[] {
  // Most documents refer to no file. Testing the text first avoids a traversal of such a document.
  if (!mayReferToFiles(tree)) return [];
  const uris = new Set([...urisIn(writtenTree(tree).data)].map((uri) => uri.split("#", 1)[0] ?? ""));
  uris.delete("");
  return [...uris].flatMap((uri) => findTree(tree, uri, project) ?? []);
}
