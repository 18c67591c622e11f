import { prepareCompile } from "../../build/prepare-compile.ts";
import { runFile, wholeRunFile } from "../../build/run-key.ts";
import { compileFlags, givenFlags } from "../../compile-flags.ts";
import type { CompileFlags } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";

/** Compiles a project. Saves the run in the cache, so that the next run restores the toolsets that have not changed. */
export async function runCompile(givenPath: string, flags: CompileFlags): Promise<number> {
  const given = withDocumentPath(givenPath, flags);
  const [path, options] = flags.save ? (await import("./save-flags.ts")).saveFlags(...given) : given;
  if (options.watch) return (await import("./watch.ts")).watchCompile(path, options);
  const prepared = prepareCompile(path, options);
  const isCached = givenFlags(compileFlags, flags).every(({ cached }) => cached);
  const project = options.collect && path;
  const own = isCached ? runFile(project) : undefined;
  const files = own === undefined ? undefined : { own, whole: options.toolset?.length ? wholeRunFile(project) : undefined };
  const { done } = await (await import("./compile-cached.ts")).compileCached(prepared, files);
  return done.exitCode;
}
