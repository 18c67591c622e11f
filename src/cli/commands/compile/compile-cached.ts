import { basename } from "node:path";
import { type Printed, readToolsets, writeCache } from "../../../host/cache.ts";
import { recordName } from "../../../host/output/record.ts";
import { stampFolders, type WrittenFolder } from "../../../host/output/written-run.ts";
import { formKey } from "../../../host/tsconfig.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import { type BuiltProject, buildProject, type CompileResult, reportBuild } from "../../build/compile-project.ts";
import { cacheOf, type PreparedCompile } from "../../build/prepare-compile.ts";
import { runToRestore } from "../../build/run-to-restore.ts";
import type { CompileFlags } from "../../options.ts";
import { folderLine, printedReport, printedText, timedText } from "../../report/print.ts";

/**
 * Compiles the toolsets that have changed since the run in the cache entry `file`, and restores all other toolsets. Then replaces the entry
 * by this run. If there is no entry yet, compiles all toolsets. If `file` is `undefined`, the cache is not used.
 */
export async function compileCached(
  prepared: PreparedCompile,
  file: string | undefined,
): Promise<{ readonly built: BuiltProject; readonly done: CompileResult }> {
  const { opened, flags, forms } = prepared;
  const former = file === undefined ? undefined : readToolsets<StoredToolset>(file);
  const built = await buildProject(prepared, file === undefined ? undefined : cacheOf(former, opened));
  const done = reportBuild(built, prepared);
  if (file !== undefined && done.isRepeatable) {
    const run = runToRestore(built, prepared);
    const save = () => {
      const outputs = stampFolders(run.outputs, former);
      if (outputs === undefined) return undefined;
      const projects = [{ root: opened.root, ...opened.host.reads() }];
      const imports = [...forms].map(([folder, form]) => [folder, formKey(form)] as const);
      return { projects, outputs, imports, printed: repeatedText(done, run.outputs, flags), exitCode: done.exitCode };
    };
    writeCache(file, save, run);
  }
  return { built, done };
}

/** What a run prints that finds nothing to do. */
function repeatedText(
  { printedReport: report, closing }: CompileResult,
  outputs: readonly WrittenFolder[],
  { format, quiet }: Pick<CompileFlags, "format" | "quiet">,
): readonly Printed[] {
  const printed = printedReport(report, format);
  if (format !== "text" || quiet === true) return [printed];
  const lines = outputs.map(({ folder, files, restored }) => {
    const unchanged = [...files, ...restored].filter((path) => basename(path) !== recordName).length;
    return folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged });
  });
  return [printed, printedText(lines.join("")), timedText("Nothing has changed; "), printedText(closing)];
}
