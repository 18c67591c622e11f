import type { Finding } from "../../../findings/finding.ts";
import { type Findings, reportOf } from "../../../findings/findings-of.ts";
import { ComparisonFailure } from "../../../host/failure.ts";
import { readOnce } from "../../../host/read-once.ts";
import { recordReads } from "../../../host/reads.ts";
import { compileChanged } from "../../../incremental/compile-changed.ts";
import { buildSettings } from "../../build/build-settings.ts";
import { compilationTable } from "../../build/compilation-table.ts";
import { type RunRecorder, unrecorded } from "../../build/repeatable-run.ts";
import { exitCodeOfSeen, isNothingComparable } from "../../contracts/broken-toolsets.ts";
import type { ComparedBase } from "../../contracts/read-base.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CiFlags } from "../../options.ts";
import { type OpenedProject, open } from "../../project/open.ts";
import { checkedFindings } from "../../report/baseline.ts";
import { countText, exitCodeOf, print, printMessage, printReport, printTimed, printWrapped, reportText } from "../../report/print.ts";
import { type ReportFile, reportFiles, writeReports } from "../../report/report-files.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { table } from "../../report/table.ts";
import { unseenText } from "../../report/unseen-text.ts";
import { limitWarnings } from "../../report/warning-limit.ts";
import { checkLockedFolders, type LockedFolders } from "./check-locked-folders.ts";
import {
  type Check,
  type Checked,
  checkChanges,
  checkChangesSinceLock,
  checkLock,
  checkOutput,
  checkRules,
  notChecked,
  openBase,
} from "./checks.ts";
import { compileBase } from "./compile-base.ts";
import { formerTexts, type NewFindings, newFindings } from "./new-findings.ts";
import { changedToolsets, reviewOf } from "./review-of.ts";

/**
 * Runs all checks of a pull request with one compilation. Skips the checks that the project is not set up for, and names the skipped
 * checks.
 */
export async function runCi(path: string, options: CiFlags, recorder: RunRecorder): Promise<number> {
  return checkProject(path, open(path, { allowRoot: options.allowRoot }), options, recorder);
}

/** Runs all checks on an open project. Each file is read only once. */
export async function checkProject(
  path: string,
  given: OpenedProject,
  options: CiFlags,
  recorder: RunRecorder = unrecorded,
): Promise<number> {
  const opened = { ...given, host: readOnce(recorder.opened(given).host) };
  const files = reportFiles(options.report);
  const { settings, forms } = buildSettings(options, opened);
  const host = recordReads(opened.host);
  const find = options.against === undefined ? undefined : () => undefined;
  // Output is compared only where some is checked in.
  const isCompared = (out: string) => settings.filesIn(out).size > 0;
  const { compilation, toStore } = await compileChanged(host, { ...settings, readsTexts: isCompared }, find);
  recorder.forms(forms);
  const compiled = checkedFindings(compilation, { opened, settings, flags: options });
  const checked = { path, opened, compilation, recorder };
  const base =
    options.against === undefined
      ? undefined
      : await openBase(
          options.against,
          checked,
          compileBase(settings, () => toStore(() => 0)),
        );
  const known = base === undefined || base instanceof ComparisonFailure ? new Set<string>() : base.fingerprints;
  const own = newFindings(compiled.findings, known, options);
  const { checks: others, findings: found } = isNothingComparable(compilation, compiled.findings)
    ? { checks: notChecked(), findings: [] }
    : await checkOthers(checked, base);
  const ofRules = checkRules(checked);
  const checks = [validation(compiled, own), ...ofRules, ...others];

  const shown = { ...compiled, findings: [...own.shown, ...found] };
  const notes = [
    ...formerTexts(own),
    ...[...ofRules, ...others].flatMap(({ name, state, note }) =>
      state === "skipped" || state === "unchecked" ? [`${name}: ${state}: ${note}`] : [],
    ),
  ];
  const data = {
    checks: checks.map(({ name, state, note }) => ({ name, state, note })),
    ...(base === undefined ? {} : { before: { hidden: own.hidden, failing: own.failing } }),
    ...Object.assign({}, ...checks.map((check) => check.data)),
  };
  const review = await reviewOf(checks, isCommented(options, files) ? recorder : undefined);
  const drift = others.find((check) => check.drift !== undefined)?.drift;
  const all = [...compiled.findings, ...found];
  const errors = exitCodeOfSeen(compilation, all);
  const { exitCode, reason } = limitWarnings(errors === exitCodes.unchecked ? exitCodes.clean : errors, all, options);
  const report = {
    ...reportOf(compilation, shown, options),
    root: opened.root,
    notes,
    limit: reason,
    reviews: [review],
    ...(drift === undefined ? {} : { drift }),
    data,
  };
  const isSummarized = options.format === "text" && !options.quiet;
  // Among several projects, one with nothing to read is one line.
  const isBrief = options.collect !== undefined && exitCode === exitCodes.clean && isWithoutNews(checks, report.findings);
  if (isSummarized && !isBrief)
    print(`${compilationTable(compilation, shown.findings, base === undefined || options.all ? undefined : changedIn(others))}\n`);
  printReport(reportText(report, options), options.format);
  const unseen = unseenText(compilation, exitCodeOf(compiled.findings));
  if (isSummarized) {
    for (const { text } of others) if (text !== "") printWrapped(`${text}\n`);
    if (!isBrief)
      printWrapped(`${table([["check", "result", ""], ...checks.map(({ name, state, note }) => [name, state, note])], [])}\n\n`);
    for (const text of formerTexts(own)) printWrapped(`${text}\n`);
    printTimed(isBrief ? "All checks passed, with nothing new, in " : `${reason}${unseen}${countText(shown)} in `);
  } else {
    const aside = ["json", "markdown", "comment", "junit"].includes(options.format) ? [] : notes;
    printMessage(`${reason}${unseen}${aside.map((note) => `${note}\n`).join("")}`);
  }
  writeReports(report, files, options);
  const isUnchecked = errors === exitCodes.unchecked || checks.some(({ state }) => state === "unchecked");
  return exitCode === exitCodes.clean && isUnchecked ? exitCodes.unchecked : exitCode;
}

function validation(compiled: Findings, { shown, hidden }: NewFindings): Check {
  const state = exitCodeOf(compiled.findings) === exitCodes.clean ? "passed" : "failed";
  const before = hidden === 0 ? "" : `, ${hidden} before`;
  return { name: "validate", state, note: countText({ ...compiled, findings: shown }) + before, diagnostics: [], text: "", data: {} };
}

/** Whether all checks ran and passed, and have nothing to show. */
function isWithoutNews(checks: readonly Check[], findings: readonly Finding[]): boolean {
  return findings.length === 0 && checks.every(({ state, text }) => state === "passed" && text === "");
}

/** Whether a report of the run is a comment, for which CODEOWNERS is read. A run on several projects takes the report of each. */
function isCommented({ format, collect }: CiFlags, files: readonly ReportFile[]): boolean {
  return format === "comment" || collect !== undefined || files.some((file) => file.format === "comment");
}

/** The toolsets that a comparison found changed; `undefined` if nothing was compared. */
function changedIn(checks: readonly Check[]): ReadonlySet<string> | undefined {
  const compared = checks.flatMap(({ changed }) => (changed === undefined ? [] : [changed]));
  return compared.length === 0 ? undefined : new Set(compared.flatMap(({ data }) => changedToolsets(data)));
}

/**
 * Runs the checks after `validate`. If folders below the project's folder have locks of their own, checks these locks instead of one for the
 * project.
 */
async function checkOthers(checked: Checked, base: ComparedBase | ComparisonFailure | undefined): Promise<LockedFolders> {
  const locked = await checkLockedFolders(checked, base === undefined);
  const isCovered = locked.checks.length > 0;
  const own = [
    await checkOutput(checked),
    ...(isCovered ? [] : [await checkLock(checked)]),
    ...(base !== undefined ? [await checkChanges(checked, base)] : isCovered ? [] : [await checkChangesSinceLock(checked)]),
  ];
  const diagnostics = own.flatMap((check) => check.diagnostics);
  const findings = shownFindings({ project: checked.compilation.project, diagnostics });
  return { checks: [...own, ...locked.checks], findings: [...findings, ...locked.findings] };
}
