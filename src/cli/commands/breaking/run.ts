import { findingsOf } from "../../../findings/findings-of.ts";
import { fingerprintTable, stepLines } from "../../contracts/change-texts.ts";
import { compareWithBase } from "../../contracts/compare-with-base.ts";
import { findChanges } from "../../contracts/find-changes.ts";
import type { AcceptFlags, CommonOptions, LimitFlags, ReportFlags } from "../../options.ts";
import { countText, elapsed, exitCodeOf, printMessage, printReport, printWrapped, reportText } from "../../report/print.ts";
import { reportFiles, writeReports } from "../../report/report-files.ts";
import { seenFindings } from "../../report/shown-findings.ts";
import { limitWarnings } from "../../report/warning-limit.ts";
import { today } from "../../today.ts";
import { UsageError } from "../../usage-error.ts";
import { accept } from "./accept.ts";

interface BreakingFlags extends Omit<CommonOptions, "format">, LimitFlags, ReportFlags, AcceptFlags {
  readonly against?: string;
}

/**
 * Reports changes that break agents and programs, and changes that a model sees. With `--accept`, records that some of these changes
 * are intended.
 */
export async function runBreaking(path: string, options: BreakingFlags): Promise<number> {
  const isAccepting = options.accept.length + options.acceptTexts.length > 0;
  if (isAccepting !== (options.reason !== undefined))
    throw new UsageError("--accept or --accept-texts must be given together with --reason: the reason states why the change is intended.");
  if (options.reason?.trim() === "") throw new UsageError("--reason is empty. State why the change is intended.");
  const files = reportFiles(options.report);
  const result = await compareWithBase(path, options.against, { ...options, format: "text" });
  if (typeof result === "number") return result;
  const { compared } = result;
  const { root, project, toolsets } = compared.next;
  const { diagnostics, accepted, open, data } = await findChanges(compared);
  if (options.reason !== undefined) return accept(compared, accepted, { ...options, reason: options.reason });

  const shown = seenFindings(findingsOf({ project, diagnostics }, today()));
  const { findings } = shown;
  const summary = {
    toolsets: toolsets.length,
    tools: toolsets.reduce((sum, { tools }) => sum + tools.length, 0),
    operations: 0,
    files: 0,
  };
  const checked = toolsets.map(({ name }) => name);
  const { exitCode, reason } = limitWarnings(exitCodeOf(findings), findings, options);
  const report = { ...shown, root, summary, checked, failOn: options.failOn ?? ("error" as const), limit: reason, data };
  printReport(reportText(report, options), options.format);
  const isSummarized = options.format === "text" && !options.quiet;
  if (isSummarized) printWrapped(`${fingerprintTable(open)}${stepLines(data)}${reason}${countText(shown)} in ${elapsed()}\n`);
  else printMessage(reason);
  writeReports(report, files, options);
  return exitCode || result.exitCode;
}
