import { summaryLine } from "../../../contract/changes/summary-line.ts";
import { toolRows } from "../../../contract/changes/tool-rows.ts";
import { formatChangelog } from "../../../describe/format-changelog.ts";
import { formatDiffMarkdown, formatDiffText } from "../../../describe/format-diff.ts";
import { checkVersions, type VersionSource } from "../../contracts/check-versions.ts";
import { compareWithBase, unknownTexts } from "../../contracts/compare-with-base.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CommonOptions } from "../../options.ts";
import { print, printFindingsAside, printJson, printMessage, printWrapped } from "../../report/print.ts";
import { shownFindings } from "../../report/shown-findings.ts";

interface DiffFlags extends Omit<CommonOptions, "format"> {
  readonly against?: string;
  readonly format: "text" | "markdown" | "changelog" | "json";
  readonly checkVersion?: VersionSource;
}

const unasked = { texts: [], exitCode: exitCodes.clean };

/**
 * Prints every change of the tools, for a review. The exit code depends on the changes only with `--check-version`: it is 1 if the version of
 * the release did not increase as they need.
 */
export async function runDiff(path: string, options: DiffFlags): Promise<number> {
  const result = await compareWithBase(path, options.against, { ...options, format: "text" });
  if (typeof result === "number") return result;
  const versions = options.checkVersion === undefined ? unasked : await checkVersions(result.compared, options.checkVersion);
  const { base, next, changes, diagnostics } = result.compared;
  const rows = toolRows(changes, { former: base.contracts, next: next.contracts, agents: next.agents });
  const report = { base: base.name, changes, rows, unknown: unknownTexts(result.compared) };
  if (options.format === "json")
    printJson({
      formatVersion: "1.0",
      base: base.name,
      summary: summaryLine(report),
      tools: rows,
      unknown: next.unknown.concat(base.unknown),
    });
  else if (options.format === "markdown") print(formatDiffMarkdown(report));
  else if (options.format === "changelog") print(formatChangelog(report));
  else printWrapped(formatDiffText(report));
  const failed = printFindingsAside(shownFindings({ project: next.project, diagnostics }), next);
  for (const text of versions.texts) printMessage(`${text}\n`);
  return failed || (versions.exitCode === exitCodes.findings ? versions.exitCode : result.exitCode || versions.exitCode);
}
