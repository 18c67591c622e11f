import { dirname, join, resolve } from "node:path";
import { createHost } from "../host/disk.ts";
import { compareText } from "../source/compare.ts";
import { exitCodes } from "./exit-codes.ts";
import { statsOfInput } from "./find-path.ts";
import { findProject } from "./find-project.ts";
import { print } from "./print.ts";
import { relativePath, terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

interface ProjectFlags {
  readonly openapi?: string | undefined;
  readonly format?: string | undefined;
  readonly report?: readonly string[] | undefined;
  readonly watch?: boolean | undefined;
  readonly out?: string | undefined;
}

/**
 * Runs a command on the project of a path. If the path is a folder outside any project, runs the command on each project below it, one
 * after the other. Returns the highest exit code.
 */
export async function onEachProject<Flags extends ProjectFlags>(
  path: string,
  flags: Flags,
  run: (path: string, flags: Flags) => Promise<number>,
): Promise<number> {
  const projects = flags.openapi === undefined ? await projectsBeneath(path) : [];
  if (projects.length === 0) return run(path, flags);
  const { format = "text", report = [] } = flags;
  if (format !== "text" || report.length > 0)
    throw new UsageError(
      `"${path}" contains ${projects.length} projects, but only --format text, without --report, supports several. Run the command for each project, such as "${projects[0]}".`,
    );
  if (flags.watch === true)
    throw new UsageError(
      `"${path}" contains ${projects.length} projects, but --watch supports only one project. Name a project, such as "${projects[0]}".`,
    );
  if (flags.out !== undefined && projects.length > 1)
    throw new UsageError(
      `"${path}" contains ${projects.length} projects, but --out is the output folder of one project. Set \`out\` under \`targets\` in each toolsetc.yaml.`,
    );
  let worst: number = exitCodes.clean;
  const failed: string[] = [];
  for (const project of projects) {
    print(`${project}\n`);
    const exitCode = await run(project, flags);
    if (exitCode !== exitCodes.clean) failed.push(project);
    worst = Math.max(worst, exitCode);
    print("\n");
  }
  const rest = failed.length === 0 ? "" : `; with findings or errors: ${failed.join(", ")}`;
  print(`${projects.length} project${projects.length === 1 ? "" : "s"}${rest}\n`);
  return worst;
}

/**
 * The folders of the projects below `path`, relative to the working directory. A project inside another one is omitted. Empty if `path` is
 * a file or belongs to a project.
 */
async function projectsBeneath(path: string): Promise<string[]> {
  if (!statsOfInput(path, "file or folder").isDirectory()) return [];
  const folder = resolve(terminal().cwd(), path);
  if (findProject(folder) !== undefined) return [];
  const paths = await createHost(folder).list();
  const folders = new Set(paths.filter((each) => /(^|\/)toolsetc\.ya?ml$/.test(each)).map((each) => dirname(each)));
  const isInOther = (each: string) => foldersAbove(each).some((above) => folders.has(above));
  return [...folders]
    .filter((each) => !isInOther(each))
    .map((each) => relativePath(join(folder, each)))
    .sort(compareText);
}

/** The folders above a relative path: `a` and `a/b` for `a/b/c`. */
function foldersAbove(folder: string): string[] {
  const steps = folder.split("/");
  return steps.slice(1).map((_step, index) => steps.slice(0, index + 1).join("/"));
}
