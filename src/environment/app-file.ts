import type { Node } from "../definition/node.ts";
import { documentPaths } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";

/**
 * Resolves a path in an exported resource, which is relative to the root of its app. Returns `undefined` for a path outside of the project.
 */
export function appFile(node: Node, project: Project): string | undefined {
  return documentPaths(
    node,
    project.apps.map(({ root }) => root),
  )[0];
}
