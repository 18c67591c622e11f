import { basename } from "node:path";
import { type Printed, readToolsets, readUnwrittenToolsets, writeCache } from "../../../host/cache.ts";
import { recordName } from "../../../host/output/record.ts";
import { type KeptToolsets, stampFolders, type WrittenFolder } from "../../../host/output/written-run.ts";
import { formKey } from "../../../host/tsconfig.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import { type BuiltProject, buildProject, type ReportedBuild, reportBuild } from "../../build/compile-project.ts";
import type { PreparedCompile } from "../../build/prepare-compile.ts";
import type { CompileFlags } from "../../options.ts";
import { folderLine, printedReport, printedText, timedText } from "../../report/print.ts";

/** The paths of cache entries. */
interface CacheFiles {
  /** The entry that the run replaces. */
  readonly own: string;
  /** If a part of the project is compiled, the entry of the same run on all toolsets. */
  readonly whole?: string | undefined;
}

/**
 * Compiles the toolsets that have changed since the last run, and restores all other toolsets. If there is no cache entry yet, compiles all
 * toolsets. Then saves this run. If `files` is `undefined`, the cache is not used.
 */
export async function compileCached(
  prepared: PreparedCompile,
  files: CacheFiles | undefined,
): Promise<{ readonly built: BuiltProject; readonly done: ReportedBuild }> {
  const { opened, flags, forms } = prepared;
  const former = files && formerToolsets(files);
  const built = await buildProject(prepared, former);
  const done = reportBuild(built, prepared);
  if (files !== undefined && done.isRepeatable) {
    const save = () => {
      const outputs = stampFolders(built.written, former);
      if (outputs === undefined) return undefined;
      const projects = [{ root: opened.root, ...opened.host.reads() }];
      const imports = [...forms].map(([folder, form]) => [folder, formKey(form)] as const);
      return { projects, outputs, imports, printed: repeatedText(done, built.written, flags), exitCode: done.exitCode };
    };
    writeCache(files.own, save, built);
  }
  return { built, done };
}

function formerToolsets({ own, whole }: CacheFiles): KeptToolsets<StoredToolset> {
  return whole === undefined ? readToolsets(own) : readUnwrittenToolsets(whole);
}

/** What a run prints that finds nothing to do. */
function repeatedText(
  { printedReport: report, closing }: ReportedBuild,
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
