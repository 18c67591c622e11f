import { withAcceptance } from "../../../contract/accepted.ts";
import type { Change } from "../../../contract/change.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import type { FormatName } from "../../../findings/formats/format-names.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import { fingerprintTable, stepLines } from "../../contracts/change-texts.ts";
import { type ComparedProject, compareWithBase } from "../../contracts/compare-with-base.ts";
import { type Accepted, findChanges } from "../../contracts/find-changes.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CommonOptions, LimitFlags } from "../../options.ts";
import { countText, elapsed, exitCodeOf, print, printMessage, printReport, reportText } from "../../report/print.ts";
import { reportFiles, writeReports } from "../../report/report-files.ts";
import { allShownFindings, fromHere } from "../../report/shown-findings.ts";
import { limitWarnings } from "../../report/warning-limit.ts";
import { UsageError } from "../../usage-error.ts";

interface BreakingFlags extends Omit<CommonOptions, "format">, LimitFlags {
  readonly against?: string;
  readonly accept: readonly string[];
  readonly reason?: string;
  readonly format: FormatName;
  readonly report?: readonly string[];
  readonly quiet?: boolean;
}

/**
 * Reports changes that break agents and programs, and changes that a model sees. With `--accept`, records that some of these changes
 * are intended.
 */
export async function runBreaking(path: string, options: BreakingFlags): Promise<number> {
  if ((options.accept.length === 0) !== (options.reason === undefined))
    throw new UsageError("--accept and --reason must be given together: the reason states why the change is intended.");
  const files = reportFiles(options.report);
  const compared = await compareWithBase(path, options.against, { ...options, format: "text" });
  if (typeof compared === "number") return compared;
  const { opened, analysis } = compared;
  const { diagnostics, accepted, open, data } = await findChanges(compared);
  if (options.accept.length > 0) return accept(compared, accepted, { fingerprints: options.accept, reason: options.reason ?? "" });

  const shown = allShownFindings({ project: analysis.project, diagnostics }, opened);
  const { findings } = shown;
  const { toolsets } = analysis.program;
  const summary = {
    toolsets: toolsets.length,
    tools: toolsets.reduce((sum, { tools }) => sum + tools.length, 0),
    operations: 0,
    files: 0,
  };
  const checked = toolsets.map(({ name }) => name);
  const report = { ...shown, summary, checked, failOn: options.failOn ?? ("error" as const), data };
  const { exitCode, reason } = limitWarnings(exitCodeOf(findings), findings, options);
  printReport(reportText(report, options), options.format);
  const isSummarized = options.format === "text" && !options.quiet;
  if (isSummarized) print(`${fingerprintTable(open)}${stepLines(data)}${reason}${countText(shown)} in ${elapsed()}\n`);
  else printMessage(reason);
  writeReports(report, files);
  return exitCode;
}

/** Records all changes with these fingerprints, or none if one of the fingerprints is unknown. */
function accept(
  { opened, changes }: ComparedProject,
  { path, text, entries }: Accepted,
  { fingerprints, reason }: { readonly fingerprints: readonly string[]; readonly reason: string },
): number {
  const breaking = changes.filter(({ grade }) => grade !== "compatible");
  const unknown = fingerprints.filter((fingerprint) => !breaking.some((each) => each.fingerprint === fingerprint));
  if (unknown.length > 0) throw new UsageError(unknown.map((fingerprint) => unknownFingerprint(fingerprint, breaking)).join("\n"));
  if (reason.trim() === "") throw new UsageError("--reason is empty. State why the change is intended.");
  const known = new Set(entries.map((entry) => entry.fingerprint));
  const requested = breaking.filter(({ fingerprint }) => fingerprints.includes(fingerprint));
  const added = requested.filter(({ fingerprint }) => !known.has(fingerprint));
  const written = added.reduce((sum, change) => withAcceptance(sum, change, reason), text);
  if (added.length > 0) writeTexts(opened.root, new Map([[path, written]]));
  for (const change of requested)
    print(
      added.includes(change)
        ? `Accepted in ${fromHere(path, opened.root)}: ${change.message}\n`
        : `This change is already accepted: ${change.message}\n`,
    );
  return exitCodes.clean;
}

function unknownFingerprint(fingerprint: string, changes: readonly Change[]): string {
  const near = nearest(
    fingerprint,
    changes.map((each) => each.fingerprint),
  );
  const help = near === undefined ? "`toolsetc breaking` prints the fingerprints." : `Did you mean "${near}"?`;
  return `No change has the fingerprint "${fingerprint}". ${help}`;
}
