import { relative, resolve } from "node:path";
import { type Compilation, compile, type Settings } from "../compile.ts";
import { checkFolder, type Drift } from "../host/check.ts";
import { byFolder } from "../host/plan.ts";
import { type Written, writeFolder } from "../host/write.ts";
import { findingsOf, summaryOf } from "../report.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Opened } from "./open.ts";
import type { CompileFlags } from "./options.ts";
import { accountOf, countOf, elapsed, exitCodeOf, findingsText, folderLine, print } from "./print.ts";

export interface Done {
  readonly exitCode: number;
  /** What was printed about the project, and would be printed again if nothing changed. */
  readonly said: string;
  /** The folders that were written, each with all files that the compiler has in it. */
  readonly outputs: readonly { readonly folder: string; readonly files: readonly string[] }[];
}

/** Compiles, writes and reports; with `--check` it compares and reports. */
export async function compileProject(opened: Opened, settings: Settings, flags: CompileFlags): Promise<Done> {
  const compilation = await compile(opened.host, settings);
  const findings = findingsOf(compilation);
  const errors = exitCodeOf(findings);
  // Nothing was asked for that can be had, as in the wrong folder or of a misspelt selector: what is there stays as it is.
  const isNothing = errors !== exitCodes.clean && compilation.program.toolsets.length === 0;
  const outputs = isNothing ? [] : outputsOf(compilation, opened, flags);
  const drift = flags.check ? outputs.flatMap(driftOf) : [];
  const written = flags.check ? [] : outputs.map(writeFolder);

  const isText = flags.format === "text";
  const report = findingsText(findings, summaryOf(compilation), { format: flags.format, data: flags.check ? { drift } : {} });
  const said = isText ? report + accountOf(compilation) : report;
  print(said);
  if (isText) {
    for (const { folder, added, changed, removed, unchanged } of written)
      print(folderLine({ folder, added: added.length, changed: changed.length, removed: removed.length, unchanged }));
    if (drift.length > 0) print(driftText(drift));
    else if (flags.check && errors === exitCodes.clean) print("The output is up to date.\n");
    if (isNothing && !flags.check) print("Nothing was written.\n");
    print(`${countOf(findings)} in ${elapsed()}\n`);
  }
  const exitCode = drift.length > 0 ? Math.max(errors, exitCodes.findings) : errors;
  return { exitCode, said, outputs: written.map((each) => ({ folder: each.folder, files: filesOf(each, outputs) })) };
}

function outputsOf(compilation: Compilation, { root, base }: Opened, { out }: CompileFlags) {
  // What was made of a toolset that is refused now stays, and is named as out of date.
  const extent = compilation.refused.length > 0 ? "part" : "whole";
  return byFolder(compilation.outputs.map((output) => ({ root, out: resolve(base, out ?? output.out), files: output.files, extent })));
}

function filesOf({ folder, kept }: Written, outputs: ReturnType<typeof outputsOf>): string[] {
  const own = outputs.filter(({ out }) => resolve(out) === folder).flatMap(({ files }) => files.map(({ path }) => path));
  return [...own, ...kept];
}

/** As people see the files: two output folders may each have one of a name. */
function driftOf(output: ReturnType<typeof outputsOf>[number]): Drift[] {
  const folder = relative(process.cwd(), output.out).replaceAll("\\", "/");
  return checkFolder(output).map((each) => ({ ...each, path: folder === "" ? each.path : `${folder}/${each.path}` }));
}

function driftText(drift: readonly Drift[]): string {
  const lines = drift.map(({ path, change, diff }) => `${change}: ${path}\n${diff}`);
  return `${lines.join("")}The output is out of date. Compile without --check, and commit what is written.\n`;
}
