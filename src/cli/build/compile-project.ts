import { resolve } from "node:path";
import type { Compilation } from "../../compile.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { type Findings, reportOf } from "../../findings/findings-of.ts";
import type { FolderOutput } from "../../host/output/plan.ts";
import { type Written, writeFolder } from "../../host/output/write.ts";
import type { KeptToolsets, ToolsetsOfRun } from "../../host/output/written-run.ts";
import { plainText } from "../../host/plain-file.ts";
import { compileChanged } from "../../incremental/compile-changed.ts";
import type { StoredToolset } from "../../incremental/stored-toolsets.ts";
import { isArray, isObject, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { manifestFormat } from "../../targets/manifest.ts";
import { exitCodes } from "../exit-codes.ts";
import { outputPath } from "../project/open.ts";
import { checkedFindings } from "../report/baseline.ts";
import { countText, elapsed, exitCodeOf, folderLine, print, printMessage, printReport, reportText } from "../report/print.ts";
import { writeReports } from "../report/report-files.ts";
import { shownFindings } from "../report/shown-findings.ts";
import { unseenText } from "../report/unseen-text.ts";
import { limitWarnings } from "../report/warning-limit.ts";
import { compilationTable } from "./compilation-table.ts";
import { importLines } from "./import-lines.ts";
import { compareFolders, driftText, type OutputDrift, outputFolders } from "./output-folders.ts";
import type { PreparedCompile } from "./prepare-compile.ts";

/** How a build ended, and what it printed. */
export interface ReportedBuild {
  readonly exitCode: number;
  /** The printed report. If nothing has changed, the next run prints the same report again. */
  readonly printedReport: string;
  /** Whether the run printed only `printedReport`, `closing` and the counts of written files. Only such a run can be repeated from the cache. */
  readonly isRepeatable: boolean;
  /** The last printed lines: the statements that import the written modules. */
  readonly closing: string;
}

/**
 * A compilation, and what was written to its output folders. With `--check`, the differences between the folders and the compilation
 * instead.
 */
export interface BuiltProject extends ToolsetsOfRun<StoredToolset> {
  readonly compilation: Compilation;
  /** The findings to show, and the suppressed findings. */
  readonly shown: Pick<Findings, "findings" | "suppressed">;
  /** The exit code for the findings of the compilation. */
  readonly errors: number;
  /** Whether there are errors and no requested toolset compiles. Nothing is written then. */
  readonly isNothing: boolean;
  readonly drift: OutputDrift | undefined;
  readonly written: readonly Written[];
  /** A note on what is different since an older version of the compiler wrote the output; empty if there is nothing to note. */
  readonly upgraded: string;
}

/**
 * Compiles a project and writes its output. With `--check`, compares the output folders with the compilation and writes nothing. `former` has
 * the toolsets of a former build that may be restored; if it is `undefined`, no later build restores toolsets of this one.
 */
export async function buildProject(prepared: PreparedCompile, former?: KeptToolsets<StoredToolset>): Promise<BuiltProject> {
  const { opened, settings, flags } = prepared;
  const { compilation, toStore } = await compileChanged(opened.host, settings, former?.find);
  const { findings, suppressed } = checkedFindings(compilation, prepared);
  // If no requested toolset compiles, the folder or a selector is probably wrong. The existing output is then kept.
  const errors = exitCodeOf(findings);
  const isNothing = errors !== exitCodes.clean && compilation.summary.toolsets.length === 0;
  const outputs = isNothing ? [] : outputFolders(compilation, opened, flags, former?.recordOf);
  const upgraded = newlyAsking(outputs);
  const drift = flags.check ? await compareFolders(outputs, compilation, opened) : undefined;
  const written = flags.check ? [] : outputs.map(writeFolder);
  const outdated = shownFindings({ project: compilation.project, diagnostics: drift?.diagnostics ?? [] });
  const shown = { findings: [...findings, ...outdated], suppressed };
  const folders = compilation.outputs.map(({ out }) => outputPath(flags.out, out, opened));
  return { compilation, shown, errors, isNothing, drift, written, upgraded, folders, toolsets: toStore() };
}

/** Prints the report of a build, and writes the files of `--report`. */
export function reportBuild(
  { compilation, shown, errors, isNothing, drift, written, upgraded }: BuiltProject,
  prepared: PreparedCompile,
): ReportedBuild {
  const { opened, flags, command, reportFiles } = prepared;
  const { findings } = shown;
  const limited = limitWarnings(exitCodeOf(findings), findings, flags);
  const report = {
    ...reportOf(compilation, shown, flags),
    root: opened.root,
    limit: limited.reason,
    ...(drift === undefined ? {} : { drift: drift.files }),
  };
  const isSummarized = flags.format === "text" && !flags.quiet;
  const aside = limited.reason + unseenText(compilation, errors);
  const printedReport =
    (isSummarized ? `${compilationTable(compilation, findings)}\n` : "") + reportText(report, flags) + (isSummarized ? limited.reason : "");
  printReport(printedReport, flags.format);
  writeReports(report, reportFiles, flags);
  if (isSummarized) {
    for (const { folder, added, changed, removed, unchanged } of written)
      print(folderLine({ folder, added: added.length, changed: changed.length, removed: removed.length, unchanged }));
    if (drift !== undefined && drift.files.length > 0) print(driftText(drift, command));
    else if (drift !== undefined && errors === exitCodes.clean) print("The output is up to date.\n");
    if (isNothing && !flags.check) print("Nothing was written.\n");
    print(`${countText(shown)} in ${elapsed()}\n`);
  } else {
    // The JSON report contains the differences. With any other format, they are printed to stderr.
    if (drift !== undefined && drift.files.length > 0 && flags.format !== "json") printMessage(driftText(drift, command));
    printMessage(aside);
  }
  printMessage(upgraded);
  const closing = written.length === 0 ? "" : closingText(compilation, prepared);
  if (isSummarized) print(closing);
  // With --check, outdated output fails the command, even if the configuration lowers the severity of the finding `outdated-output`.
  const exitCode = drift?.files.length ? Math.max(limited.exitCode, exitCodes.findings) : limited.exitCode;
  const isRepeatable = upgraded === "" && (isSummarized || aside === "");
  return { exitCode, printedReport, closing, isRepeatable };
}

function closingText({ project, summary, outputs }: Compilation, { opened, flags: { out }, formFor }: PreparedCompile): string {
  const { targets } = project.config;
  const order = new Map(summary.toolsets.map(({ name }, index) => [name, index]));
  const lines = outputs.map((output) => {
    const files = [...output.files, ...output.restored];
    const inOrder = files.sort((a, b) => (order.get(a.toolset ?? "") ?? 0) - (order.get(b.toolset ?? "") ?? 0));
    const entry = targets.find(({ target, out: folder }) => target === output.target && folder === output.out);
    return entry === undefined
      ? ""
      : importLines({ entry, files: inOrder, folder: outputPath(out, output.out, opened), form: formFor(output.out) });
  });
  return lines.join("");
}

/**
 * A note on the tools that need approval since this version of the compiler; empty if there are none. In the manifests of an older format,
 * which the run replaces, they need none. Must be called before the output is written.
 */
function newlyAsking(outputs: readonly Pick<FolderOutput, "root" | "out" | "files">[]): string {
  const names = outputs.flatMap(({ root, out, files }) =>
    files.flatMap(({ path, text }) => (isManifest(text) ? addedApprovals(plainText(resolve(root, out, path)), text) : [])),
  );
  const [first, ...others] = [...new Set(names)];
  if (first === undefined) return "";
  const tools = others.length === 0 ? `The tool ${nameList([first])} asks` : `${names.length} tools (${nameList([first, ...others])}) ask`;
  return `${tools} for approval since this version of toolsetc, because the name says that a call deletes, revokes or cancels something. To call without asking, list the operation under overrides.<toolset>.approval.never in toolsetc.yaml.\n`;
}

function isManifest(text: string): boolean {
  // Manifests of former versions have another indentation.
  return /^\{\n *"formatVersion": "([^"]*)"/.exec(text)?.[1] === manifestFormat;
}

function addedApprovals(former: string | undefined, text: string): string[] {
  if (former === undefined || isManifest(former)) return [];
  const before = new Map(toolsIn(former).map(({ id, approval = "none" }) => [id, approval]));
  return toolsIn(text).flatMap(({ id, name, approval }) => (approval === "required" && before.get(id) === "none" ? [String(name)] : []));
}

function toolsIn(text: string) {
  const tools = member(parseTree({ path: "toolset.json", text }).data, "tools");
  return isArray(tools) ? tools.filter(isObject) : [];
}
