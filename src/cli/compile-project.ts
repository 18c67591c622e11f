import { relative, resolve } from "node:path";
import { type Compilation, compile, type Settings } from "../compile.ts";
import type { FileDrift } from "../host/check.ts";
import { byFolder, type FolderOutput } from "../host/plan.ts";
import type { ImportForm } from "../host/tsconfig.ts";
import { type Written, writeFolder } from "../host/write.ts";
import { reportOf } from "../report.ts";
import { isGenerated } from "../targets/is-generated.ts";
import { openBaseline } from "./baseline.ts";
import { exitCodes } from "./exit-codes.ts";
import { importLines } from "./import-lines.ts";
import type { OpenedProject } from "./open.ts";
import type { CompileFlags } from "./options.ts";
import { compilationTable, countText, elapsed, exitCodeOf, folderLine, print, printMessage, printReport, reportText } from "./print.ts";
import { type ReportFile, writeReports } from "./report-files.ts";
import { allShownFindings } from "./shown-findings.ts";
import { terminal } from "./terminal.ts";
import { unseenText } from "./unseen-text.ts";
import { limitWarnings } from "./warning-limit.ts";

export interface CompileResult {
  readonly exitCode: number;
  /** The printed report. It would be the same if nothing changed. */
  readonly said: string;
  /** Whether `said` and `closing` are all that is said of a run, so that it can be repeated. */
  readonly isRepeatable: boolean;
  /** The last lines of the output: how a program imports the written modules. */
  readonly closing: string;
  /** The folders that were written, each with all files of the compiler in it. */
  readonly outputs: readonly { readonly folder: string; readonly files: readonly string[] }[];
}

interface Flags extends CompileFlags {
  /** Returns the form of imports for an output folder of the configuration. */
  readonly formFor: (out: string) => ImportForm;
  readonly reportFiles: readonly ReportFile[];
  /** The path of the baseline from the root. */
  readonly known: string | undefined;
}

/** Compiles, writes and reports; with `--check` it compares and reports. */
export async function compileProject(opened: OpenedProject, settings: Settings, flags: Flags): Promise<CompileResult> {
  const compilation = await compile(opened.host, settings);
  const shown = allShownFindings(compilation, opened, openBaseline(flags.known, compilation, { opened, flags }));
  const { findings } = shown;
  const errors = exitCodeOf(findings);
  // Nothing that was requested compiles, as in the wrong folder or with a misspelt selector. Existing output is kept.
  const isNothing = errors !== exitCodes.clean && compilation.program.toolsets.length === 0;
  const outputs = isNothing ? [] : outputsOf(compilation, opened, flags);
  const drift = flags.check ? await driftOf(outputs) : [];
  const written = flags.check ? [] : outputs.map(writeFolder);

  const report = { ...reportOf(compilation, shown, flags), data: flags.check ? { drift } : {} };
  const limited = limitWarnings(errors, findings, flags);
  const isSummarized = flags.format === "text" && !flags.quiet;
  const aside = limited.reason + unseenText(compilation, errors);
  const said =
    (isSummarized ? `${compilationTable(compilation, findings)}\n` : "") + reportText(report, flags) + (isSummarized ? limited.reason : "");
  printReport(said, flags.format);
  writeReports(report, flags.reportFiles);
  if (isSummarized) {
    for (const { folder, added, changed, removed, unchanged } of written)
      print(folderLine({ folder, added: added.length, changed: changed.length, removed: removed.length, unchanged }));
    if (drift.length > 0) print(driftText(drift));
    else if (flags.check && errors === exitCodes.clean) print("The output is up to date.\n");
    if (isNothing && !flags.check) print("Nothing was written.\n");
    print(`${countText(shown)} in ${elapsed()}\n`);
  } else {
    // Only JSON has the differences.
    if (drift.length > 0 && flags.format !== "json") printMessage(driftText(drift));
    printMessage(aside);
  }
  const closing = written.length === 0 ? "" : closingText(compilation, opened, flags);
  if (isSummarized) print(closing);
  const exitCode = drift.length > 0 ? Math.max(limited.exitCode, exitCodes.findings) : limited.exitCode;
  const isRepeatable = isSummarized || aside === "";
  return {
    exitCode,
    said,
    closing,
    isRepeatable,
    outputs: written.map((each) => ({ folder: each.folder, files: filesOf(each, outputs) })),
  };
}

function outputsOf(compilation: Compilation, { root, base }: OpenedProject, { out, force }: CompileFlags): FolderOutput[] {
  // Former output of toolsets that fail to compile, or that were not requested, is kept. That of failed toolsets is reported as out of date.
  const extent = compilation.refused.length > 0 || compilation.project.isPart ? "part" : "whole";
  const beside = force ? "files" : "nothing";
  return byFolder(
    compilation.outputs.map((output) => ({
      root,
      out: resolve(base, out ?? output.out),
      files: output.files,
      extent,
      isGenerated,
      beside,
    })),
  );
}

function closingText({ project, outputs }: Compilation, { base }: OpenedProject, { out, formFor }: Flags): string {
  const { targets } = project.config;
  const lines = outputs.map((output) => {
    const entry = targets.find(({ target, out: folder }) => target === output.target && folder === output.out);
    return entry === undefined ? "" : importLines({ entry, output, folder: resolve(base, out ?? output.out), form: formFor(output.out) });
  });
  return lines.join("");
}

function filesOf({ folder, kept }: Written, outputs: readonly FolderOutput[]): string[] {
  const own = outputs.filter(({ out }) => resolve(out) === folder).flatMap(({ files }) => files.map(({ path }) => path));
  return [...own, ...kept];
}

/** The differences by full path, since two output folders may each have a file of one name. The comparison is loaded only here. */
async function driftOf(outputs: readonly FolderOutput[]): Promise<FileDrift[]> {
  const { checkFolder } = await import("../host/check.ts");
  return outputs.flatMap((output) => {
    const folder = relative(terminal().cwd(), output.out).replaceAll("\\", "/");
    return checkFolder(output).map((each) => ({ ...each, path: folder === "" ? each.path : `${folder}/${each.path}` }));
  });
}

function driftText(drift: readonly FileDrift[]): string {
  const lines = drift.map(({ path, change, diff }) => `${change}: ${path}\n${diff}`);
  return `${lines.join("")}The output is out of date. Compile without --check, and commit the written files.\n`;
}
