import { readToolsets, writeCache } from "../../../host/cache.ts";
import { formKey } from "../../../host/tsconfig.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import { type BuiltProject, buildProject, type CompileResult, reportBuild } from "../../build/compile-project.ts";
import { runToRestore } from "../../build/run-to-restore.ts";
import type { CompileFlags } from "../../options.ts";
import { cacheOf, type PreparedCompile } from "./prepare.ts";

/**
 * Compiles the toolsets that have changed since the run in the cache entry `file`, and restores all other toolsets. Then replaces the entry
 * by this run. If there is no entry yet, compiles all toolsets. If `file` is `undefined`, the cache is not used.
 */
export async function compileCached(
  { opened, settings, flags, forms }: PreparedCompile,
  { format, quiet }: Pick<CompileFlags, "format" | "quiet">,
  file: string | undefined,
): Promise<{ readonly built: BuiltProject; readonly done: CompileResult }> {
  const former = file === undefined ? undefined : readToolsets<StoredToolset>(file);
  const built = await buildProject(opened, settings, flags, file === undefined ? undefined : cacheOf(former, opened));
  const done = reportBuild(built, opened, flags);
  if (file !== undefined && done.isRepeatable) {
    const imports = [...forms].map(([folder, form]) => [folder, formKey(form)] as const);
    const isSummarized = format === "text" && quiet !== true;
    const run = { ...runToRestore(built, opened, flags), ...done, root: opened.root, imports, format, isSummarized };
    writeCache(file, opened.host, run, former);
  }
  return { built, done };
}
