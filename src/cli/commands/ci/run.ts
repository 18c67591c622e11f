import { compile } from "../../../compile.ts";
import { inOrder } from "../../../findings/finding.ts";
import { reportOf } from "../../../findings/findings-of.ts";
import { readOnce } from "../../../host/read-once.ts";
import { compilationTable } from "../../build/compilation-table.ts";
import { compileSettings } from "../../build/compile-settings.ts";
import { type RunRecorder, unrecorded } from "../../build/repeatable-run.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CiFlags } from "../../options.ts";
import { type OpenedProject, open } from "../../project/open.ts";
import { openBaseline } from "../../report/baseline.ts";
import { countText, exitCodeOf, print, printMessage, printReport, printTimed, reportText } from "../../report/print.ts";
import { reportFiles, writeReports } from "../../report/report-files.ts";
import { projectFindings } from "../../report/shown-findings.ts";
import { table } from "../../report/table.ts";
import { unseenText } from "../../report/unseen-text.ts";
import { limitWarnings } from "../../report/warning-limit.ts";
import { checkLockedFolders, type LockedFolders } from "./check-locked-folders.ts";
import { type Check, type Checked, checkChanges, checkLock, checkOutput, notChecked } from "./checks.ts";

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
  const { settings, baseline, forms } = compileSettings(options, opened);
  const compilation = await compile(opened.host, settings);
  recorder.forms(forms);
  const compiled = projectFindings(compilation, openBaseline(baseline, compilation, { opened, flags: options }));
  const errors = exitCodeOf(compiled.findings);
  const validation: Check = {
    name: "validate",
    state: errors === exitCodes.clean ? "passed" : "failed",
    note: countText(compiled),
    diagnostics: [],
    text: "",
    data: {},
  };
  const checked = { path, opened, compilation, recorder };
  const { checks: others, findings: found } =
    errors === exitCodes.clean ? await checkOthers(checked, options.against) : { checks: notChecked(), findings: [] };
  const checks = [validation, ...others];

  const shown = { ...compiled, findings: inOrder([...compiled.findings, ...found]) };
  const notes = others.flatMap(({ name, state, note }) =>
    state === "skipped" || state === "unchecked" ? [`${name}: ${state}: ${note}`] : [],
  );
  const data = {
    checks: checks.map(({ name, state, note }) => ({ name, state, note })),
    ...Object.assign({}, ...checks.map((check) => check.data)),
  };
  const drift = others.find((check) => check.drift !== undefined)?.drift;
  const report = { ...reportOf(compilation, shown, options), root: opened.root, notes, ...(drift === undefined ? {} : { drift }), data };
  const { exitCode, reason } = limitWarnings(exitCodeOf(shown.findings), shown.findings, options);
  const isSummarized = options.format === "text" && !options.quiet;
  if (isSummarized) print(`${compilationTable(compilation, shown.findings)}\n`);
  printReport(reportText(report, options), options.format);
  const unseen = unseenText(compilation, errors);
  if (isSummarized) {
    for (const { text } of others) if (text !== "") print(`${text}\n`);
    print(`${table([["check", "result", ""], ...checks.map(({ name, state, note }) => [name, state, note])], [])}\n\n`);
    printTimed(`${reason}${unseen}${countText(shown)} in `);
  } else {
    const aside = ["json", "markdown", "junit"].includes(options.format) ? [] : notes;
    printMessage(`${reason}${unseen}${aside.map((note) => `${note}\n`).join("")}`);
  }
  writeReports(report, files, options);
  const isUnchecked = others.some(({ state }) => state === "unchecked");
  return exitCode === exitCodes.clean && isUnchecked ? exitCodes.unchecked : exitCode;
}

/**
 * Runs the checks for a project without errors. If folders below the project's folder have locks of their own, checks these locks instead
 * of one for the project.
 */
async function checkOthers(checked: Checked, against: string | undefined): Promise<LockedFolders> {
  const locked = await checkLockedFolders(checked, against);
  const isCovered = locked.checks.length > 0;
  const own = [
    await checkOutput(checked),
    ...(isCovered ? [] : [await checkLock(checked)]),
    ...(isCovered && against === undefined ? [] : [await checkChanges(checked, against)]),
  ];
  const diagnostics = own.flatMap((check) => check.diagnostics);
  const { findings } = projectFindings({ project: checked.compilation.project, diagnostics });
  return { checks: [...own, ...locked.checks], findings: [...findings, ...locked.findings] };
}
