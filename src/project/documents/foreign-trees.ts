import type { Definition } from "../../definition/definition.ts";
import type { Tree } from "../../source/tree.ts";
import type { Project } from "../project.ts";
import { documentTree, snapshotTree } from "./documents.ts";
import { fetchedFiles } from "./fetched-files.ts";

/**
 * The documents that `pull` saved, so that others write their texts: snapshots, and the documents of toolsets with an entry under `sources`.
 * The keys are the trees of the definitions that use them.
 */
export function foreignTrees(definitions: readonly Definition[], project: Project): ReadonlyMap<Tree, Tree> {
  const fetched = fetchedFiles(project);
  return new Map(
    definitions.flatMap((definition) => {
      const document = documentTree(definition, project);
      const isFetched = document !== undefined && document.within === undefined && fetched.has(document.source.path);
      const tree = isFetched ? document : snapshotTree(definition, project);
      return tree === undefined ? [] : [[definition.node.tree, tree] as const];
    }),
  );
}
