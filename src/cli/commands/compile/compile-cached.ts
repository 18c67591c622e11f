import { readToolsets, writeCache } from "../../../host/cache.ts";
import type { StoredToolset } from "../../../stored-toolsets.ts";
import { type BuiltProject, buildProject, type CompileResult, reportBuild } from "../../compile-project.ts";
import type { CompileFlags } from "../../options.ts";
import type { PreparedCompile } from "./prepare.ts";

/**
 * Compiles the toolsets that have changed since the run in a cache entry, restores the others, and keeps what the next run needs to do
 * the same. Without an entry, it compiles all.
 */
export async function compileCached(
  { opened, settings, flags, forms }: PreparedCompile,
  { format, quiet }: Pick<CompileFlags, "format" | "quiet">,
  file: string | undefined,
): Promise<{ readonly built: BuiltProject; readonly done: CompileResult }> {
  const former = file === undefined ? undefined : readToolsets<StoredToolset>(file);
  const nothing = { find: () => undefined, recordOf: () => "" };
  const cache = file === undefined ? undefined : { ...(former ?? nothing), reads: opened.host.reads };
  const built = await buildProject(opened, settings, flags, cache);
  const done = reportBuild(built, opened, flags);
  if (file !== undefined && done.isRepeatable) {
    const imports = [...forms].map(([folder, { extension }]) => [folder, extension] as const);
    const isSummarized = format === "text" && quiet !== true;
    writeCache(file, opened.host, { ...done, root: opened.root, imports, format, isSummarized }, former);
  }
  return { built, done };
}
