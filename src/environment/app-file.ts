import type { Node } from "../definition/node.ts";
import { documentPaths } from "../project/documents.ts";
import type { Project } from "../project/project.ts";

/** Resolves the path that an exported resource contains, from the root of its app; `undefined` if it leads out of the project. */
export function appFile(node: Node, project: Project): string | undefined {
  return documentPaths(
    node,
    project.apps.map(({ root }) => root),
  )[0];
}
