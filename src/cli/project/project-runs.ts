import { load } from "../../project/load.ts";
import { checkScope, namesOfResource } from "../../project/scope.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { type RunRecorder, unrecorded } from "../build/repeatable-run.ts";
import { scopeOf, settingsOf } from "../options.ts";
import { UsageError } from "../usage-error.ts";
import { open } from "./open.ts";
import { projectsBeneath, type SearchFlags } from "./projects-beneath.ts";

type Flags = SearchFlags & { readonly toolset?: readonly string[] };

/** A project below the path of a command, with the flags of the run on it. */
export interface ProjectRun<Given extends Flags> {
  readonly project: string;
  readonly flags: Given;
}

/**
 * The projects below a path, as `projectsBeneath` finds them. With `--toolset`, only those that have one of the toolsets, each with the names
 * that it has: no project is told that it lacks the toolset of another one.
 */
export async function projectRuns<Given extends Flags>(
  path: string,
  flags: Given,
  recorder: RunRecorder = unrecorded,
): Promise<ProjectRun<Given>[]> {
  const projects = await projectsBeneath(path, flags, recorder);
  const requested = flags.toolset ?? [];
  if (projects.length === 0 || requested.length === 0) return projects.map((project) => ({ project, flags }));
  const runs: ProjectRun<Given>[] = [];
  const available: string[] = [];
  for (const project of projects) {
    const { found, known } = await toolsetsIn(project, flags, recorder);
    if (found.length > 0) runs.push({ project, flags: { ...flags, toolset: found } });
    available.push(...known);
  }
  const missing = requested.find((name) => !runs.some((run) => run.flags.toolset?.includes(name)));
  if (missing === undefined) return runs;
  throw new UsageError(
    `None of the ${projects.length} projects has a toolset or tool "${missing}". Available: ${namesInMessage(available, missing)}.`,
  );
}

/** Which of the requested toolsets a project has, and the names of all that it has. */
async function toolsetsIn(
  project: string,
  { allowRoot, toolset = [] }: Flags & { readonly allowRoot?: string | undefined },
  recorder: RunRecorder,
) {
  const opened = recorder.opened(open(project, { allowRoot }));
  const loaded = await load(opened.host, { ...settingsOf({}, opened), scope: scopeOf({ toolset }, "nothing") });
  const { resources, elsewhere } = loaded.project;
  return {
    found: toolset.filter((name) => checkScope(scopeOf({ toolset: [name] }, "nothing"), loaded.project).length === 0),
    known: [...resources, ...elsewhere].flatMap((resource) => namesOfResource(resource).slice(0, 1)),
  };
}
