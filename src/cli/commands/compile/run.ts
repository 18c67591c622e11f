import { withDocumentPath } from "../../document-path.ts";
import type { CompileFlags } from "../../options.ts";
import { runFile } from "../../run-key.ts";
import { tuneEngine } from "../../tune-engine.ts";
import { prepareCompile } from "./prepare.ts";

/** Compiles, and keeps what the next run needs to know whether it would do the same. */
export async function runCompile(givenPath: string, givenFlags: CompileFlags): Promise<number> {
  const given = withDocumentPath(givenPath, givenFlags);
  const [path, options] = givenFlags.save ? (await import("./save-flags.ts")).saveFlags(...given) : given;
  if (options.watch) return (await import("./watch.ts")).watchCompile(path, options);
  const prepared = prepareCompile(path, options);
  // The files of --report and --save are not kept.
  const file = options.check || givenFlags.save || prepared.flags.reportFiles.length > 0 ? undefined : runFile();
  tuneEngine();
  const { done } = await (await import("./compile-cached.ts")).compileCached(prepared, options, file);
  return done.exitCode;
}
