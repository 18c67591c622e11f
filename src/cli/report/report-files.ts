import { resolve } from "node:path";
import { nearest } from "../../diagnostic/nearest.ts";
import { type FormatName, formatNames } from "../../findings/formats/format-names.ts";
import { writeReport } from "../../host/write-report.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { formatReport, type ProjectReport } from "./format-report.ts";

/** A file to write a report to. */
export interface ReportFile {
  readonly format: FormatName;
  readonly path: string;
}

/** Set by a run on several projects: takes the report of each project. */
export interface CollectFlag {
  readonly collect?: (report: ProjectReport) => void;
}

/** Parses the values of `--report`. Throws a usage error if one is invalid, before the command does anything. */
export function reportFiles(values: readonly string[] = []): ReportFile[] {
  const files = values.map(reportFile);
  const paths = files.map(({ path }) => resolve(terminal().cwd(), path));
  const twice = files.find((_file, index) => paths.indexOf(paths[index] ?? "") !== index);
  if (twice !== undefined) throw new UsageError(`--report names "${twice.path}" twice. Each report needs a file of its own.`);
  return files;
}

function reportFile(value: string): ReportFile {
  const at = value.indexOf("=");
  if (at < 1 || at === value.length - 1)
    throw new UsageError(`--report takes <format>=<file>, such as sarif=toolsets.sarif, not "${value}".`);
  const name = value.slice(0, at);
  const format = formatNames.find((each) => each === name);
  if (format !== undefined) return { format, path: value.slice(at + 1) };
  const near = nearest(name, formatNames);
  throw new UsageError(
    `There is no report format "${name}". ${near === undefined ? `Available: ${formatNames.join(", ")}.` : `Did you mean "${near}"?`}`,
  );
}

/**
 * Writes all findings to each file, even if `--quiet` hides some of them on stdout. In a run on several projects, hands the report over
 * instead: the files have the findings of all projects.
 */
export function writeReports(report: ProjectReport, files: readonly ReportFile[], { collect }: CollectFlag = {}): void {
  if (collect !== undefined) collect(report);
  else for (const { format, path } of files) writeReport(terminal().cwd(), path, formatReport(report, format, "file"));
}
