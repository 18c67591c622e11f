import { dirname, join, resolve } from "node:path";
import { createHost } from "../../host/disk.ts";
import { compareText } from "../../source/text/compare.ts";
import { type RunRecorder, unrecorded } from "../build/repeatable-run.ts";
import { givenFlags, type ProjectFlags, projectFlags } from "../compile-flags.ts";
import { relativePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { statsOfInput } from "./find-path.ts";
import { findProject } from "./find-project.ts";

/** The flags that decide which projects are found, and whether several may be. */
export type SearchFlags = ProjectFlags & { readonly allowRoot?: string | undefined };

/** The projects below a path, for a command that joins their results; the path alone if it is a file or belongs to a project. */
export async function projectsAt(path: string, flags: SearchFlags): Promise<readonly string[]> {
  const projects = await projectsBeneath(path, flags);
  return projects.length === 0 ? [path] : projects;
}

/**
 * The folders of the projects below `path`, relative to the working directory. A project inside another one is omitted. Empty if `path` is
 * a file or belongs to a project. Throws if a flag is about one project.
 */
export async function projectsBeneath(path: string, flags: SearchFlags, recorder: RunRecorder = unrecorded): Promise<string[]> {
  const given = givenFlags(projectFlags, flags).map(({ severalProjects }) => severalProjects);
  if (given.includes("input") || !statsOfInput(path, "file or folder").isDirectory()) return [];
  const folder = resolve(terminal().cwd(), path);
  if (findProject(folder, flags.allowRoot) !== undefined) return [];
  const paths = await recorder.host(folder, createHost(folder)).list();
  const folders = new Set(paths.filter((each) => /(^|\/)toolsetc\.ya?ml$/.test(each)).map((each) => dirname(each)));
  const isInOther = (each: string) => foldersAbove(each).some((above) => folders.has(above));
  const projects = [...folders]
    .filter((each) => !isInOther(each))
    .map((each) => relativePath(join(folder, each)))
    .sort(compareText);
  for (const each of given)
    if (typeof each === "object" && projects.length > each.most)
      throw new UsageError(`"${path}" contains ${projects.length} projects, but ${each.problem(projects[0] ?? "")}`);
  return projects;
}

/** The folders above a relative path: `a` and `a/b` for `a/b/c`. */
function foldersAbove(folder: string): string[] {
  const steps = folder.split("/");
  return steps.slice(1).map((_step, index) => steps.slice(0, index + 1).join("/"));
}
