import { relative } from "node:path";
import type { Compilation, PartialCompilation } from "../compile.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { FileDrift } from "../host/check.ts";
import { byFolder, type FolderOutput } from "../host/plan.ts";
import { readRecord } from "../host/record.ts";
import { fileStart } from "../source/file-start.ts";
import { outdatedOutput } from "../targets/codes.ts";
import { isGenerated } from "../targets/is-generated.ts";
import { fromRoot, type OpenedProject, outputPath } from "./open.ts";
import type { CompileFlags } from "./options.ts";
import { terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** What the output folders of a compilation are to hold. */
export function outputFolders(
  compilation: Pick<Compilation, "outputs" | "refused" | "project"> & Partial<Pick<PartialCompilation, "restoredFiles">>,
  opened: OpenedProject,
  { out, force }: Pick<CompileFlags, "out" | "force">,
  recordOf: (folder: string) => string = () => "",
): FolderOutput[] {
  // Former output of toolsets that fail to compile, or that were not requested, is kept. That of failed toolsets is reported as out of date.
  const extent = compilation.refused.length > 0 || compilation.project.isPart ? "part" : "whole";
  const beside = force ? "files" : "nothing";
  return byFolder(
    compilation.outputs.map((output, index) => ({
      root: opened.root,
      out: outputPath(out, output.out, opened),
      files: output.files,
      restored: {
        paths: (compilation.restoredFiles?.[index] ?? []).map(({ path }) => path),
        record: recordOf(outputPath(out, output.out, opened)),
      },
      extent,
      isGenerated,
      beside,
      compiler: version,
    })),
  );
}

/** What the output folders hold instead of what they are to hold. */
export interface OutputDrift {
  /** By path from the working directory, since two output folders may each have a file of one name. */
  readonly files: readonly FileDrift[];
  /** One for each folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** The other versions of the compiler that wrote folders which are out of date. */
  readonly writtenBy: readonly string[];
}

/** Compares the output folders with what they are to hold. The comparison is loaded only here. */
export async function compareFolders(
  outputs: readonly FolderOutput[],
  { program }: Pick<PartialCompilation, "program">,
  opened: OpenedProject,
): Promise<OutputDrift> {
  const { checkFolder } = await import("../host/check.ts");
  const found = outputs.map((output) => ({ output, drift: checkFolder(output) })).filter(({ drift }) => drift.length > 0);
  const [first] = program.toolsets;
  const diagnostics = found.map(({ output: { out }, drift }) => {
    const count = (change: FileDrift["change"]) => drift.filter((each) => each.change === change).length;
    const existing = drift.find(({ change }) => change !== "missing");
    const place = existing !== undefined ? fileStart(fromRoot(`${out}/${existing.path}`, opened)) : first?.origin;
    const counts = { missing: count("missing"), outdated: count("outdated"), leftOver: count("left over") };
    return diagnostic(outdatedOutput, { folder: fromHere(out), ...counts }, place ?? fileStart(fromRoot(out, opened)));
  });
  const files = found.flatMap(({ output: { out }, drift }) => drift.map((each) => ({ ...each, path: fromHere(`${out}/${each.path}`) })));
  const versions = found.map(({ output: { out } }) => readRecord(out).compiler);
  return { files, diagnostics, writtenBy: [...new Set(versions)].filter((each) => each !== "" && each !== version) };
}

/** The differences, and the command that writes the output. After an upgrade of the compiler, that is the first thing to know. */
export function driftText({ files, writtenBy }: OutputDrift, command: string): string {
  const upgrade =
    writtenBy.length === 0
      ? ""
      : `The output was written by toolsetc ${writtenBy.join(" and ")}, and this is ${version}: the upgrade may be the reason.\n`;
  const lines = files.map(({ path, change, diff }) => `${change}: ${path}\n${diff}`);
  return `${upgrade}${lines.join("")}The output is out of date. Run \`${command}\`, and commit what it writes.\n`;
}

function fromHere(path: string): string {
  return relative(terminal().cwd(), path).replaceAll("\\", "/") || ".";
}
