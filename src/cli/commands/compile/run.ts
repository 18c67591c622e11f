import { runFile } from "../../build/run-key.ts";
import type { CompileFlags } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { tuneEngine } from "../../tune-engine.ts";
import { prepareCompile } from "./prepare.ts";

/** Compiles a project. Saves the run in the cache, so that the next run restores the toolsets that have not changed. */
export async function runCompile(givenPath: string, givenFlags: CompileFlags): Promise<number> {
  const given = withDocumentPath(givenPath, givenFlags);
  const [path, options] = givenFlags.save ? (await import("./save-flags.ts")).saveFlags(...given) : given;
  if (options.watch) return (await import("./watch.ts")).watchCompile(path, options);
  const prepared = prepareCompile(path, options);
  // A run with --report or --save is not cached, since a run that is repeated from the cache would not write these files.
  const file = options.check || givenFlags.save || prepared.flags.reportFiles.length > 0 ? undefined : runFile(options.collect && path);
  tuneEngine();
  const { done } = await (await import("./compile-cached.ts")).compileCached(prepared, options, file);
  return done.exitCode;
}
