import { relative, resolve } from "node:path";
import { type FormatName, terminalFormats } from "../../findings/formats/format-names.ts";
import type { TextStyle } from "../../findings/formats/format-text.ts";
import { type FindingsReport, formats } from "../../findings/formats/formats.ts";
import { repositoryRoot } from "../project/repository-root.ts";
import { terminal } from "../terminal.ts";
import { withPaths } from "./with-paths.ts";

/**
 * Formats a report for stdout with the style of the terminal, or for a file. All reports of all commands go through this function. A format
 * for the terminal names files from the working directory. All other formats and all files are read elsewhere, such as by GitHub, so they
 * name files from the root of the repository.
 */
export function formatReport(report: FindingsReport, format: FormatName, output: { readonly style: TextStyle } | "file"): string {
  const isForTerminal = output !== "file" && terminalFormats.includes(format);
  const style = output === "file" ? undefined : output.style;
  return formats[format](isForTerminal ? report : reportFrom(report, repositoryRoot()), style);
}

/** The report with all paths relative to a folder instead of the working directory. */
export function reportFrom(report: FindingsReport, root: string): FindingsReport {
  const { findings, suppressed, drift, data } = report;
  const here = terminal().cwd();
  const pathFrom = (path: string) => slashed(relative(root, resolve(here, path)));
  return {
    ...report,
    findings: findings.map((finding) => withPaths(finding, pathFrom)),
    suppressed: suppressed.map((finding) => withPaths(finding, pathFrom)),
    ...(drift === undefined ? {} : { drift: drift.map((file) => ({ ...file, path: pathFrom(file.path) })) }),
    data: { root: slashed(relative(here, root)) || ".", ...data },
  };
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
