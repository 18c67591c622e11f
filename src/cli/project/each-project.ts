import { dirname, join, resolve } from "node:path";
import { createHost } from "../../host/disk.ts";
import { compareText } from "../../source/text/compare.ts";
import { type RunRecorder, unrecorded } from "../build/repeatable-run.ts";
import { givenFlags, type ProjectFlags, projectFlags } from "../compile-flags.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ReportFlags } from "../options.ts";
import type { ProjectReport } from "../report/format-report.ts";
import { type JoinedReport, joinReports } from "../report/join-reports.ts";
import { holdStdout, print, printError, printJson, printReport, reportText } from "../report/print.ts";
import { reportFiles, writeReports } from "../report/report-files.ts";
import { relativePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { statsOfInput } from "./find-path.ts";
import { findProject } from "./find-project.ts";

type Flags = ProjectFlags & { readonly allowRoot?: string | undefined; readonly format?: string | undefined };

type Run<Given> = (path: string, flags: Given) => Promise<number>;

/**
 * Runs a command on the project of a path. If the path is a folder outside any project, runs the command on each project below it, one
 * after the other. Returns the highest exit code. As JSON, the output is one object with that of each project.
 */
export async function onEachProject<Given extends Flags>(
  path: string,
  flags: Given,
  run: Run<Given>,
  recorder: RunRecorder = unrecorded,
): Promise<number> {
  const projects = await projectsBeneath(path, flags, recorder);
  if (projects.length === 0) return run(path, flags);
  if (flags.format !== "json") return runInTurn(projects, (project) => run(project, flags));
  const outputs: object[] = [];
  const exitCode = await runInTurn(
    projects,
    async (project) => {
      const { result, stdout } = await holdStdout(() => run(project, flags));
      outputs.push({ project, exitCode: result, ...(stdout === "" ? {} : JSON.parse(stdout)) });
      return result;
    },
    flags.format,
  );
  printJson({ formatVersion: "1.0", projects: outputs });
  return exitCode;
}

/** Like `onEachProject`, for a command with `--report`. Each printed or written report other than `text` is one report of all projects. */
export async function reportEachProject<Given extends Flags & ReportFlags>(
  path: string,
  flags: Given,
  run: Run<Given>,
  recorder: RunRecorder = unrecorded,
): Promise<number> {
  const projects = await projectsBeneath(path, flags, recorder);
  if (projects.length === 0) return run(path, flags);
  const files = reportFiles(flags.report);
  const reports: JoinedReport[] = [];
  const exitCode = await runInTurn(
    projects,
    async (project) => {
      const found: ProjectReport[] = [];
      const code = await run(project, { ...flags, report: [], collect: (report) => found.push(report) });
      reports.push(...found.map((report) => ({ project, exitCode: code, report })));
      return code;
    },
    flags.format,
  );
  const report = joinReports(reports);
  if (flags.format !== "text") printReport(reportText(report, flags), flags.format);
  writeReports(report, files);
  return exitCode;
}

/** Runs a command on projects. A project that cannot be opened prevents no other from being checked. Returns the highest exit code. */
async function runInTurn(projects: readonly string[], run: (project: string) => Promise<number>, format = "text"): Promise<number> {
  const isText = format === "text";
  let worst: number = exitCodes.clean;
  const failed: string[] = [];
  for (const project of projects) {
    if (isText) print(`${project}\n`);
    const exitCode = await run(project).catch((error: unknown) => failure(error, project));
    if (exitCode !== exitCodes.clean) failed.push(project);
    worst = Math.max(worst, exitCode);
    if (isText) print("\n");
  }
  const rest = failed.length === 0 ? "" : `; with findings or errors: ${failed.join(", ")}`;
  if (isText) print(`${projects.length} project${projects.length === 1 ? "" : "s"}${rest}\n`);
  return worst;
}

/** Prints an error that the user can correct, and returns its exit code. */
function failure(error: unknown, project: string): number {
  if (!(error instanceof Error && ["UsageError", "Failure"].includes(error.name))) throw error;
  printError(`${project}: ${error.message}`, "help" in error ? String(error.help) : undefined);
  return exitCodes.usage;
}

/**
 * The folders of the projects below `path`, relative to the working directory. A project inside another one is omitted. Empty if `path` is
 * a file or belongs to a project. Throws if a flag is about one project.
 */
async function projectsBeneath(path: string, flags: Flags, recorder: RunRecorder = unrecorded): Promise<string[]> {
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
