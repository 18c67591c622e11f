import { relative, resolve } from "node:path";
import type { Compilation } from "../../compile.ts";
import { codeOwners, codeOwnersPaths } from "../../findings/code-owners.ts";
import { toolsetFiles } from "../../findings/toolset-owners.ts";
import { createHost } from "../../host/disk.ts";
import type { Host } from "../../project/load.ts";
import type { Tree } from "../../source/tree.ts";
import type { OpenedProject } from "../project/open.ts";
import { repositoryRoot } from "../project/repository-root.ts";
import { slashed } from "../terminal.ts";

/**
 * Finds the owners of a toolset's files by the tree of its definition, as the file CODEOWNERS of the repository names them; `undefined`
 * without such a file. `hostAt` reads the repository.
 */
export async function readOwners(
  { project, definitions }: Compilation,
  opened: Pick<OpenedProject, "root">,
  hostAt: (root: string) => Host = createHost,
): Promise<((tree: Tree | undefined) => readonly string[]) | undefined> {
  const root = repositoryRoot();
  const ownersOfFile = await readCodeOwners(hostAt(root));
  if (ownersOfFile === undefined) return undefined;
  const files = toolsetFiles(project, definitions.accepted);
  return (tree) => {
    const paths = tree === undefined ? [] : (files.get(tree) ?? [tree.source.path]);
    const owners = [...paths].flatMap((path) => ownersOfFile(slashed(relative(root, resolve(opened.root, path)))));
    return [...new Set(owners)];
  };
}

/** Reads the first of the files at the places where GitHub and GitLab expect them. */
async function readCodeOwners(host: Host): Promise<ReturnType<typeof codeOwners> | undefined> {
  for (const path of codeOwnersPaths) {
    const content = await host.read(path);
    if (typeof content !== "string") return codeOwners(new TextDecoder().decode(content));
  }
  return undefined;
}
