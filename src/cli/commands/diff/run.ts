import { toolRows } from "../../../contract/tool-rows.ts";
import { formatDiffMarkdown, formatDiffText, summaryLine } from "../../../describe/format-diff.ts";
import { compareWithBase } from "../../contracts/compare-with-base.ts";
import { contractsOf } from "../../contracts/read-base.ts";
import type { CommonOptions } from "../../options.ts";
import { print, printFindingsAside, printJson } from "../../report/print.ts";
import { shownFindings } from "../../report/shown-findings.ts";

interface DiffFlags extends Omit<CommonOptions, "format"> {
  readonly against?: string;
  readonly format: "text" | "markdown" | "json";
}

/** Prints every change of the tools, for a review. The exit code for changes is 0 even if a change is breaking. */
export async function runDiff(path: string, options: DiffFlags): Promise<number> {
  const compared = await compareWithBase(path, options.against, { ...options, format: "text" });
  if (typeof compared === "number") return compared;
  const { opened, analysis, base, changes, diagnostics } = compared;
  const rows = toolRows(changes, { former: base.contracts, next: contractsOf(analysis).contracts, agents: analysis.program.agents });
  const report = { base: base.name, changes, rows };
  if (options.format === "json") printJson({ formatVersion: "1.0", base: base.name, summary: summaryLine(report), tools: rows });
  else print(options.format === "markdown" ? formatDiffMarkdown(report) : formatDiffText(report));
  return printFindingsAside(shownFindings({ project: analysis.project, diagnostics }), opened);
}
