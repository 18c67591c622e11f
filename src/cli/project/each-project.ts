import { type RunRecorder, unrecorded } from "../build/repeatable-run.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ReportFlags } from "../options.ts";
import type { ProjectReport } from "../report/format-report.ts";
import { type JoinedReport, joinReports } from "../report/join-reports.ts";
import { countText, holdStdout, print, printError, printJson, printReport, reportText } from "../report/print.ts";
import { reportFiles, writeReports } from "../report/report-files.ts";
import { UsageError } from "../usage-error.ts";
import { type ProjectRun, projectRuns } from "./project-runs.ts";
import type { SearchFlags } from "./projects-beneath.ts";

type Flags = SearchFlags & { readonly format?: string | undefined; readonly toolset?: readonly string[] };

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
  const runs = await projectRuns(path, flags, recorder);
  if (runs.length === 0) return run(path, flags);
  if (flags.format !== "json") return runInTurn(runs, run, { heading: headings[flags.format ?? "text"] ?? textHeading });
  const outputs: object[] = [];
  const exitCode = await runInTurn(runs, async (project, own) => {
    const { result, stdout } = await holdStdout(() => run(project, own));
    outputs.push({ project, exitCode: result, ...(stdout === "" ? {} : JSON.parse(stdout)) });
    return result;
  });
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
  const runs = await projectRuns(path, flags, recorder);
  if (runs.length === 0) return run(path, flags);
  const files = reportFiles(flags.report);
  const reports: JoinedReport[] = [];
  let whole: ProjectReport | undefined;
  /** The report of all projects, once each has run. */
  const joined = () => {
    whole ??= joinReports(reports);
    return whole;
  };
  const exitCode = await runInTurn(
    runs,
    async (project, own) => {
      const found: ProjectReport[] = [];
      const code = await run(project, { ...own, report: [], collect: (report) => found.push(report) });
      reports.push(...found.map((report) => ({ project, exitCode: code, report })));
      return code;
    },
    flags.format === "text" ? { heading: textHeading, verdict: () => `: ${countText(joined())}` } : undefined,
  );
  const report = joined();
  if (flags.format !== "text") printReport(reportText(report, flags), flags.format);
  writeReports(report, files);
  return exitCode;
}

/** Like `onEachProject`, for a command that runs until it is interrupted. It runs on all projects at the same time. */
export async function onProjectsAtOnce<Given extends Flags & ReportFlags>(path: string, flags: Given, run: Run<Given>): Promise<number> {
  const runs = await projectRuns(path, flags);
  const [first] = runs;
  if (first === undefined) return run(path, flags);
  if (reportFiles(flags.report).length > 0)
    throw new UsageError(
      `"${path}" contains ${runs.length} projects, but --watch writes the reports of --report for one. Name a project, such as "${first.project}".`,
    );
  const exitCodesOfAll = runs.map((each) => run(each.project, each.flags).catch((error: unknown) => printFailure(error, each.project)));
  return Math.max(...(await Promise.all(exitCodesOfAll)));
}

const textHeading = (project: string) => `${project}\n`;
/** The heading of each project by format, where it is not that of a text. */
const headings: { readonly [format: string]: (project: string) => string } = {
  markdown: (project) => `## ${project}\n\n`,
  // The headings of a changelog begin with those of toolsets.
  changelog: (project) => `# ${project}\n\n`,
};

/** What is printed around the outputs of projects. */
interface Frame {
  /** The heading of a project. */
  readonly heading: (project: string) => string;
  /** What was found in all projects, after their number. */
  readonly verdict?: () => string;
}

/**
 * Runs a command on projects, one after the other. A project that cannot be opened prevents no other from being checked. Returns the highest
 * exit code.
 */
async function runInTurn<Given extends Flags>(runs: readonly ProjectRun<Given>[], run: Run<Given>, frame?: Frame): Promise<number> {
  let worst: number = exitCodes.clean;
  const failed: string[] = [];
  for (const { project, flags } of runs) {
    if (frame !== undefined) print(frame.heading(project));
    const exitCode = await run(project, flags).catch((error: unknown) => printFailure(error, project));
    if (exitCode !== exitCodes.clean) failed.push(project);
    worst = Math.max(worst, exitCode);
    if (frame !== undefined) print("\n");
  }
  const rest = failed.length === 0 ? "" : `; with findings or errors: ${failed.join(", ")}`;
  if (frame !== undefined) print(`${runs.length} project${runs.length === 1 ? "" : "s"}${frame.verdict?.() ?? ""}${rest}\n`);
  return worst;
}

/** Prints an error of one of several projects that the user can correct, and returns its exit code. */
export function printFailure(error: unknown, project: string): number {
  if (!(error instanceof Error && ["UsageError", "Failure"].includes(error.name))) throw error;
  printError(`${project}: ${error.message}`, "help" in error ? String(error.help) : undefined);
  return exitCodes.usage;
}
