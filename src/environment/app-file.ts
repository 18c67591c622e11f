import type { Node } from "../definition/node.ts";
import { documentPaths } from "../project/documents.ts";
import type { Project } from "../project/project.ts";

/** Resolves a path in an exported resource from the root of its app. */
export function appFile(node: Node, project: Project): string | undefined {
  return documentPaths(
    node,
    project.apps.map(({ root }) => root),
  )[0];
}
