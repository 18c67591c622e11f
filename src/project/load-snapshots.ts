import { resourceNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { kinds } from "../kinds.ts";
import { fileStart } from "../source/file-start.ts";
import { noSuchToolset } from "./codes.ts";
import { type Loading, readRequired } from "./loading.ts";
import { baseName, isBelow } from "./paths.ts";
import type { Project } from "./project.ts";

const snapshotEnding = new RegExp(
  `(?<=[^/])\\.(?:${Object.values(kinds)
    .flatMap(({ snapshot }) => snapshot ?? [])
    .join("|")})\\.json$`,
);

/** Loads the saved tool lists and connections beside the configuration. For a part of a project, only those of its toolsets. */
export async function loadSnapshots(
  { base, resources, isPart }: Pick<Project, "base" | "resources" | "isPart">,
  loading: Loading,
): Promise<void> {
  const names = resources
    .filter(({ resource }) => resource === "toolset")
    .flatMap((resource) => resourceNames(nodeAt(resource), resource.fallbackName));
  const standalone = resources.flatMap((resource) => resourceNames(nodeAt(resource), resource.fallbackName));
  const folder = `${base}snapshots/`;
  const paths = await loading.paths();
  const snapshotPaths = paths.filter(
    (path) => isBelow(path, folder) && !path.slice(folder.length).includes("/") && snapshotEnding.test(path),
  );
  for (const path of snapshotPaths) {
    const name = baseName(path).replace(snapshotEnding, "");
    if (isPart && !standalone.includes(name)) continue;
    const tree = await readRequired(path, fileStart(path), loading);
    if (tree === undefined || standalone.includes(name)) continue;
    const near = nearest(name, names);
    loading.diagnostics.push(
      diagnostic(noSuchToolset, { name, nearest: near === undefined ? [] : [near] }, { tree, range: { start: 0, end: 0 } }),
    );
  }
}
