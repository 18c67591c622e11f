import { namesOf } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { kinds } from "../kinds.ts";
import { noSuchToolset } from "./load-codes.ts";
import { type Loading, nowhere, readWanted } from "./loading.ts";
import { fileName, isWithin } from "./paths.ts";
import type { Project } from "./project.ts";

const snapshotEnding = new RegExp(
  `(?<=[^/])\\.(?:${Object.values(kinds)
    .flatMap(({ snapshot }) => snapshot ?? [])
    .join("|")})\\.json$`,
);

/** The saved tool lists and connections, which lie beside the configuration: of a part of a project, only those of its toolsets. */
export async function loadSnapshots(
  { base, resources, isPart }: Pick<Project, "base" | "resources" | "isPart">,
  loading: Loading,
): Promise<void> {
  const names = resources
    .filter(({ resource }) => resource === "toolset")
    .flatMap((resource) => namesOf(nodeAt(resource), resource.fallbackName));
  const standalone = resources.flatMap((resource) => namesOf(nodeAt(resource), resource.fallbackName));
  const folder = `${base}snapshots/`;
  const paths = await loading.paths();
  const wanted = paths.filter((path) => isWithin(path, folder) && !path.slice(folder.length).includes("/") && snapshotEnding.test(path));
  for (const path of wanted) {
    const name = fileName(path).replace(snapshotEnding, "");
    if (isPart && !standalone.includes(name)) continue;
    const tree = await readWanted(path, nowhere(path), loading);
    if (tree === undefined || standalone.includes(name)) continue;
    const near = nearest(name, names);
    loading.diagnostics.push(
      diagnostic(noSuchToolset, { name, nearest: near === undefined ? [] : [near] }, { tree, range: { start: 0, end: 0 } }),
    );
  }
}
