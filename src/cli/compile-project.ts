import { resolve } from "node:path";
import { compileChanged, type PartialCompilation } from "../compile.ts";
import { inOrder } from "../diagnostic/report.ts";
import type { CachedOutput } from "../host/cache.ts";
import type { FolderOutput } from "../host/plan.ts";
import type { ImportForm } from "../host/tsconfig.ts";
import { type Written, writeFolder } from "../host/write.ts";
import { reportOf } from "../report.ts";
import type { Settings } from "../settings.ts";
import type { StoredToolset, ToolsetCache } from "../stored-toolsets.ts";
import { openBaseline } from "./baseline.ts";
import { compilationTable } from "./compilation-table.ts";
import { exitCodes } from "./exit-codes.ts";
import { importLines } from "./import-lines.ts";
import { type OpenedProject, outputPath } from "./open.ts";
import type { CompileFlags } from "./options.ts";
import { compareFolders, driftText, type OutputDrift, outputFolders } from "./output-folders.ts";
import { countText, elapsed, exitCodeOf, folderLine, print, printMessage, printReport, reportText } from "./print.ts";
import { type ReportFile, writeReports } from "./report-files.ts";
import { allShownFindings, shownFindings } from "./shown-findings.ts";
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
  /** The folders that were written. */
  readonly outputs: readonly CachedOutput[];
  /** The output folder of each target. */
  readonly folders: readonly string[];
  /** The results that the next run may restore. */
  readonly toolsets: readonly StoredToolset[];
}

/** The results of former runs, and the records of the folders that they wrote. */
export interface BuildCache extends ToolsetCache {
  readonly recordOf: (folder: string) => string;
}

export interface BuildFlags extends CompileFlags {
  /** The path of the baseline from the root. */
  readonly known: string | undefined;
}

export interface ReportedFlags extends BuildFlags {
  /** Returns the form of imports for an output folder of the configuration. */
  readonly formFor: (out: string) => ImportForm;
  readonly reportFiles: readonly ReportFile[];
  /** What writes the output that `--check` compares. */
  readonly command: string;
}

/** A compilation whose output was written, or with `--check` compared. */
export interface BuiltProject {
  readonly compilation: PartialCompilation;
  /** The findings to show, and those that are suppressed. */
  readonly shown: ReturnType<typeof allShownFindings>;
  /** The exit code for the findings of the compilation. */
  readonly errors: number;
  /** Whether nothing that was requested compiles. */
  readonly isNothing: boolean;
  readonly drift: OutputDrift | undefined;
  readonly outputs: readonly FolderOutput[];
  readonly written: readonly Written[];
}

/** Compiles and writes; with `--check` it compares. */
export async function buildProject(
  opened: OpenedProject,
  settings: Settings,
  flags: BuildFlags,
  cache?: BuildCache,
): Promise<BuiltProject> {
  const compilation = await compileChanged(opened.host, settings, cache);
  const compiled = allShownFindings(compilation, opened, openBaseline(flags.known, compilation, { opened, flags }));
  // Nothing that was requested compiles, as in the wrong folder or with a misspelt selector. Existing output is kept.
  const errors = exitCodeOf(compiled.findings);
  const isNothing = errors !== exitCodes.clean && compilation.program.toolsets.length === 0;
  const isWhole = settings.scope.beside === "everything";
  const outputs = isNothing ? [] : outputFolders(isWhole ? compilation : withoutSharedFiles(compilation), opened, flags, cache?.recordOf);
  const drift = flags.check ? await compareFolders(outputs, compilation, opened) : undefined;
  const written = flags.check ? [] : outputs.map(writeFolder);
  const outdated = shownFindings({ project: compilation.project, diagnostics: drift?.diagnostics ?? [] }, opened);
  const shown = { ...compiled, findings: inOrder([...compiled.findings, ...outdated]) };
  return { compilation, shown, errors, isNothing, drift, outputs, written };
}

/** Files about several toolsets are those of the whole project, and not all of it was read. */
function withoutSharedFiles(compilation: PartialCompilation): PartialCompilation {
  const outputs = compilation.outputs.map((output) => ({ ...output, files: output.files.filter(({ toolset }) => toolset !== undefined) }));
  return { ...compilation, outputs };
}

/** Prints the report of a build, and writes the files of `--report`. */
export function reportBuild(
  { compilation, shown, errors, isNothing, drift, outputs, written }: BuiltProject,
  opened: OpenedProject,
  flags: ReportedFlags,
): CompileResult {
  const { findings } = shown;
  const report = { ...reportOf(compilation, shown, flags), data: drift === undefined ? {} : { drift: drift.files } };
  const limited = limitWarnings(exitCodeOf(findings), findings, flags);
  const isSummarized = flags.format === "text" && !flags.quiet;
  const aside = limited.reason + unseenText(compilation, errors);
  const said =
    (isSummarized ? `${compilationTable(compilation, findings, compilation.tokensOf)}\n` : "") +
    reportText(report, flags) +
    (isSummarized ? limited.reason : "");
  printReport(said, flags.format);
  writeReports(report, flags.reportFiles);
  if (isSummarized) {
    for (const { folder, added, changed, removed, unchanged } of written)
      print(folderLine({ folder, added: added.length, changed: changed.length, removed: removed.length, unchanged }));
    if (drift !== undefined && drift.files.length > 0) print(driftText(drift, flags.command));
    else if (drift !== undefined && errors === exitCodes.clean) print("The output is up to date.\n");
    if (isNothing && !flags.check) print("Nothing was written.\n");
    print(`${countText(shown)} in ${elapsed()}\n`);
  } else {
    // Only JSON has the differences.
    if (drift !== undefined && drift.files.length > 0 && flags.format !== "json") printMessage(driftText(drift, flags.command));
    printMessage(aside);
  }
  const closing = written.length === 0 ? "" : closingText(compilation, opened, flags);
  if (isSummarized) print(closing);
  // Whatever severity the configuration gives the finding, --check asks for it.
  const exitCode = drift?.files.length ? Math.max(limited.exitCode, exitCodes.findings) : limited.exitCode;
  const isRepeatable = isSummarized || aside === "";
  return {
    exitCode,
    said,
    closing,
    isRepeatable,
    outputs: written.map((each) => ({ folder: each.folder, ...filesOf(each, outputs), hashes: each.hashes })),
    folders: compilation.outputs.map(({ out }) => outputPath(flags.out, out, opened)),
    toolsets: storedToolsets(compilation, shown.byDiagnostic),
  };
}

function closingText(
  { project, program, outputs, restoredFiles }: PartialCompilation,
  opened: OpenedProject,
  { out, formFor }: ReportedFlags,
): string {
  const { targets } = project.config;
  const order = new Map(program.toolsets.map(({ name }, index) => [name, index]));
  const lines = outputs.map((output, index) => {
    const files = [...output.files, ...(restoredFiles[index] ?? [])];
    const inOrder = files.sort((a, b) => (order.get(a.toolset ?? "") ?? 0) - (order.get(b.toolset ?? "") ?? 0));
    const entry = targets.find(({ target, out: folder }) => target === output.target && folder === output.out);
    return entry === undefined
      ? ""
      : importLines({ entry, files: inOrder, folder: outputPath(out, output.out, opened), form: formFor(output.out) });
  });
  return lines.join("");
}

function storedToolsets({ restored, created }: PartialCompilation, findings: BuiltProject["shown"]["byDiagnostic"]): StoredToolset[] {
  const stored = created.map(({ diagnostics, ...toolset }) => ({
    ...toolset,
    findings: diagnostics.flatMap((each) => findings.get(each) ?? []),
  }));
  return [...restored, ...stored];
}

function filesOf({ folder, kept }: Written, outputs: readonly FolderOutput[]): Pick<CachedOutput, "files" | "restored"> {
  const own = outputs.filter(({ out }) => resolve(out) === folder);
  return {
    files: [...own.flatMap(({ files }) => files.map(({ path }) => path)), ...kept],
    restored: own.flatMap(({ restored }) => restored?.paths ?? []),
  };
}
