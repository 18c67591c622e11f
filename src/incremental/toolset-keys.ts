import type { Definition } from "../definition/definition.ts";
import { resourceNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { toolsetFiles } from "../findings/toolset-owners.ts";
import type { Project } from "../project/project.ts";
import { compareText } from "../source/text/compare.ts";
import { sha256 } from "../source/text/hash.ts";
import type { Tree } from "../source/tree.ts";
import type { PreparedTarget } from "../targets/emit.ts";

/**
 * Returns what a run has read so far. `reads`: for each file that was read, the hash of its content or why it could not be read. `listing`:
 * the hash of the list of files, or `null` if the files were not listed.
 */
export type ReadFiles = () => { readonly reads: Iterable<readonly [path: string, content: string]>; readonly listing: string | null };

interface ToolsetKey {
  readonly key: string;
  /** Identifies the group of toolsets that share files. */
  readonly group: string;
}

/** The keys of toolsets, by the trees of their definitions. */
export type ToolsetKeys = ReadonlyMap<Tree, ToolsetKey>;

interface Keyed {
  readonly project: Project;
  readonly definitions: readonly Definition[];
  /** The targets, in the order of the configuration. */
  readonly targets: readonly PreparedTarget[];
  /** All other data that affects the results of all toolsets. */
  readonly settings: readonly unknown[];
}

/**
 * The key of each toolset: the hash of its files, of the files of all toolsets that share a file with it, and of everything that was read
 * and belongs to no toolset. The map is empty if toolsets may depend on each other without sharing files.
 */
export function toolsetKeys({ project, definitions, targets, settings }: Keyed, reads: ReadFiles): ToolsetKeys {
  // The agents of an app may depend on all toolsets of the app. A target without `steps` reads all toolsets together.
  // Without the documents of toolsets that are not loaded, it is unknown who shares a file.
  if (project.apps.length > 0 || project.elsewhere.length > 0 || targets.some(({ target }) => target.steps === undefined)) return new Map();
  const files = toolsetFiles(project, definitions);
  const { reads: contents, listing } = reads();
  const hashes = new Map(contents);
  const owned = new Set([...files.values()].flatMap((paths) => [...paths]));
  const ofProject = [
    settings,
    listing,
    [...hashes].filter(([path]) => !owned.has(path)).sort(([a], [b]) => compareText(a, b)),
    targets.map(({ target, entry, options }) => [target.name, entry.out, options]),
    // The configuration and environments may refer to a resource by any of its names.
    project.resources.map((resource) => [
      resource.resource,
      resource.tree.source.path,
      resourceNames(nodeAt(resource), resource.fallbackName),
    ]),
  ];
  const projectKey = sha256(JSON.stringify(ofProject));
  const keys = new Map<Tree, ToolsetKey>();
  for (const { trees, paths } of groupsByFile(files)) {
    const group = sha256(JSON.stringify([projectKey, [...paths].sort(compareText).map((path) => [path, hashes.get(path)])]));
    for (const tree of trees) keys.set(tree, { group, key: sha256(`${group} ${tree.source.path}`) });
  }
  return keys;
}

interface FileGroup {
  readonly trees: Set<Tree>;
  readonly paths: Set<string>;
}

/** Groups the toolsets that share files, directly or through other toolsets. */
function groupsByFile(files: ReadonlyMap<Tree, ReadonlySet<string>>): Iterable<FileGroup> {
  const groups = new Map<string, FileGroup>();
  for (const [tree, paths] of files) {
    const known = new Set([...paths].flatMap((path) => groups.get(path) ?? []));
    // Smaller groups are added to the largest group, so that few map entries change.
    const [group = { trees: new Set(), paths: new Set() }, ...others] = [...known].sort((a, b) => b.paths.size - a.paths.size);
    for (const other of others) {
      for (const each of other.trees) group.trees.add(each);
      for (const path of other.paths) groups.set(path, group);
      for (const path of other.paths) group.paths.add(path);
    }
    group.trees.add(tree);
    for (const path of paths) {
      group.paths.add(path);
      groups.set(path, group);
    }
  }
  return new Set(groups.values());
}
