import { writeCache } from "../../../host/cache.ts";
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
  const { opened, settings, flags, forms } = prepareCompile(path, options);
  // The files of --report and --save are not kept.
  const file = options.check || givenFlags.save || flags.reportFiles.length > 0 ? undefined : runFile();
  tuneEngine();
  const { buildProject, reportBuild } = await import("../../compile-project.ts");
  const done = reportBuild(await buildProject(opened, settings, flags), opened, flags);
  if (file === undefined || !done.isRepeatable) return done.exitCode;
  const imports = [...forms].map(([folder, { extension }]) => [folder, extension] as const);
  const isSummarized = options.format === "text" && options.quiet !== true;
  writeCache(file, opened.host, { ...done, root: opened.root, imports, format: options.format, isSummarized });
  return done.exitCode;
}
