import { relative, resolve } from "node:path";
import { type FormatName, terminalFormats } from "../../findings/formats/format-names.ts";
import type { TextStyle } from "../../findings/formats/format-text.ts";
import { type FindingsReport, formats } from "../../findings/formats/formats.ts";
import { repositoryRoot } from "../project/repository-root.ts";
import { terminal } from "../terminal.ts";
import { seenFromHere, withPaths } from "./with-paths.ts";

/** A report with the paths that findings have in their project. `drift` and `data` have paths from the working directory. */
export interface ProjectReport extends FindingsReport {
  /** The absolute path of the folder that the paths of findings are relative to. */
  readonly root: string;
}

/**
 * Formats a report for stdout with the style of the terminal, or for a file. All reports of all commands go through this function. A format
 * for the terminal names files from the working directory. All other formats and all files are read elsewhere, such as by GitHub, so they
 * name files from the root of the repository.
 */
export function formatReport(report: ProjectReport, format: FormatName, output: { readonly style: TextStyle } | "file"): string {
  if (output !== "file" && terminalFormats.includes(format)) return formats[format](fromWorkingDirectory(report), output.style);
  return formats[format](fromFolder(report, repositoryRoot()), output === "file" ? undefined : output.style);
}

function fromWorkingDirectory(report: ProjectReport): FindingsReport {
  return { ...report, findings: report.findings.map((finding) => seenFromHere(finding, report)) };
}

/** The report with all paths relative to a folder. */
function fromFolder({ root, ...report }: ProjectReport, folder: string): FindingsReport {
  const { findings, suppressed, drift, data } = report;
  const here = terminal().cwd();
  const pathFrom = (base: string) => (path: string) => slashed(relative(folder, resolve(base, path)));
  return {
    ...report,
    findings: findings.map((finding) => withPaths(finding, pathFrom(root))),
    suppressed: suppressed.map((finding) => withPaths(finding, pathFrom(root))),
    ...(drift === undefined ? {} : { drift: drift.map((file) => ({ ...file, path: pathFrom(here)(file.path) })) }),
    data: { root: slashed(relative(here, folder)) || ".", ...data },
  };
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
