import type { Compilation } from "../../compile.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { FileDrift } from "../../host/output/check.ts";
import { byFolder, type FolderOutput } from "../../host/output/plan.ts";
import { readRecord, toolsetFolder } from "../../host/output/record.ts";
import { fileStart } from "../../source/text/file-start.ts";
import { outdatedOutput } from "../../targets/codes.ts";
import type { Output } from "../../targets/emit.ts";
import { targets } from "../../targets/index.ts";
import { isGenerated } from "../../targets/is-generated.ts";
import { withKeptExports } from "../../targets/typescript/kept-exports.ts";
import type { CompileFlags } from "../options.ts";
import { fromRoot, type OpenedProject, outputPath } from "../project/open.ts";
import { relativePath } from "../terminal.ts";
import { version } from "../version.ts";

/** The output folders of a compilation, and their content after a write. */
export function outputFolders(
  compilation: Pick<Compilation, "outputs" | "refused" | "project">,
  opened: OpenedProject,
  { out, force }: Pick<CompileFlags, "out" | "force">,
  recordOf: (folder: string) => string = () => "",
): FolderOutput[] {
  // The former output of toolsets that did not compile, or were not requested, is kept.
  const extent = compilation.refused.length > 0 || compilation.project.isPart ? "part" : "whole";
  const mayContain = force ? "files" : "nothing";
  return byFolder(
    compilation.outputs.map((output) => ({
      root: opened.root,
      out: outputPath(out, output.out, opened),
      files: output.files,
      restored: {
        paths: output.restored.map(({ path }) => path),
        record: recordOf(outputPath(out, output.out, opened)),
      },
      toolsetFolders: toolsetFoldersOf(output),
      extent,
      isGenerated,
      withKept: withKeptExports,
      mayContain,
      compiler: version,
    })),
  );
}

/** The folders of toolsets in which a target writes all files of a toolset, and nothing else. */
export function toolsetFoldersOf({ target, files, restored }: Output): readonly string[] {
  if (!targets.some(({ name, hasToolsetFolders }) => name === target && hasToolsetFolders)) return [];
  return [...new Set([...files, ...restored].flatMap(({ path }) => toolsetFolder(path) ?? []))];
}

/** The differences between output folders and a compilation. */
export interface OutputDrift {
  /**
   * The files that differ. Their paths are relative to the working directory, since several output folders may contain a file with the same
   * path.
   */
  readonly files: readonly FileDrift[];
  /** One diagnostic for each folder that is out of date. */
  readonly diagnostics: readonly Diagnostic[];
  /** The versions of the compiler, other than the running one, that wrote the folders that are out of date. */
  readonly writtenBy: readonly string[];
}

/** Compares output folders with a compilation. The module that compares texts is loaded only here. */
export async function compareFolders(
  outputs: readonly FolderOutput[],
  { summary }: Pick<Compilation, "summary">,
  opened: OpenedProject,
): Promise<OutputDrift> {
  const { checkFolder } = await import("../../host/output/check.ts");
  const found = outputs.map((output) => ({ output, drift: checkFolder(output) })).filter(({ drift }) => drift.length > 0);
  const [first] = summary.toolsets;
  const diagnostics = found.map(({ output: { out }, drift }) => {
    const count = (change: FileDrift["change"]) => drift.filter((each) => each.change === change).length;
    const existing = drift.find(({ change }) => change !== "missing");
    const place = existing !== undefined ? fileStart(fromRoot(`${out}/${existing.path}`, opened)) : first?.origin;
    const counts = { missing: count("missing"), outdated: count("outdated"), leftOver: count("left over") };
    return diagnostic(outdatedOutput, { folder: relativePath(out), ...counts }, place ?? fileStart(fromRoot(out, opened)));
  });
  const files = found.flatMap(({ output: { out }, drift }) =>
    drift.map((each) => ({ ...each, path: relativePath(`${out}/${each.path}`) })),
  );
  const versions = found.map(({ output: { out } }) => readRecord(out).compiler);
  return { files, diagnostics, writtenBy: [...new Set(versions)].filter((each) => each !== "" && each !== version) };
}

/**
 * Text with the differences, and with the command that writes the output. If another version of the compiler wrote the output, the text
 * says so first.
 */
export function driftText({ files, writtenBy }: OutputDrift, command: string): string {
  const upgrade =
    writtenBy.length === 0
      ? ""
      : `The output was written by toolsetc ${writtenBy.join(" and ")}, but this is version ${version}. The other version may be the reason for the differences.\n`;
  const lines = files.map(({ path, change, diff }) => `${change}: ${path}\n${diff}`);
  return `${upgrade}${lines.join("")}The output is out of date. Run \`${command}\`, and commit the written files.\n`;
}
