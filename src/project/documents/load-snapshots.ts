import { resourceNames } from "../../definition/definition-names.ts";
import { nodeAt } from "../../definition/node.ts";
import { diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { kinds } from "../../kinds.ts";
import { fileStart } from "../../source/text/file-start.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import { noSuchToolset } from "../codes.ts";
import { type Loading, readRequired } from "../files/loading.ts";
import { isBelow } from "../files/paths.ts";
import type { Project } from "../project.ts";
import { causeOfUnknown } from "../scope.ts";

const snapshotEnding = new RegExp(
  `(?<=[^/])\\.(?:${Object.values(kinds)
    .flatMap(({ snapshot }) => snapshot ?? [])
    .join("|")})\\.json$`,
);

/**
 * Loads the saved tool lists and connections in the folder `snapshots` beside the configuration. If only a part of the project was
 * requested, only the snapshots of the toolsets in `resources` are loaded.
 */
export async function loadSnapshots(
  { base, config, resources, isPart }: Pick<Project, "base" | "config" | "resources" | "isPart">,
  loading: Loading,
): Promise<void> {
  const namesOf = (some: typeof resources) => some.flatMap((resource) => resourceNames(nodeAt(resource), resource.fallbackName));
  const known = new Set(namesOf(resources));
  const toolsetNames = namesOf(resources.filter(({ resource }) => resource === "toolset"));
  const folder = `${base}snapshots/`;
  const paths = await loading.paths();
  const snapshotPaths = paths.filter(
    (path) => isBelow(path, folder) && !path.slice(folder.length).includes("/") && snapshotEnding.test(path),
  );
  for (const path of snapshotPaths) {
    const name = lastSegment(path).replace(snapshotEnding, "");
    if (isPart && !known.has(name)) continue;
    const tree = await readRequired(path, fileStart(path), loading);
    if (tree === undefined || known.has(name)) continue;
    const near = nearest(name, toolsetNames);
    const place = { tree, range: { start: 0, end: 0 } };
    const params = { name, nearest: near === undefined ? [] : [near] };
    loading.diagnostics.push(diagnostic(noSuchToolset, params, place, causeOfUnknown(known, config)));
  }
}
