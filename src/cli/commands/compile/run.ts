import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cacheFile, readCache, writeCache } from "../../../host/cache.ts";
import { sha256 } from "../../../source/hash.ts";
import { withDocumentPath } from "../../document-path.ts";
import type { CompileFlags } from "../../options.ts";
import { elapsed, folderLine, print, printReport, styleOf } from "../../print.ts";
import { terminal } from "../../terminal.ts";
import { tuneEngine } from "../../tune-engine.ts";
import { version } from "../../version.ts";
import { prepareCompile } from "./prepare.ts";

/** Compiles, or repeats the report of the last run if nothing has changed. Only then the compiler need not be loaded. */
export async function runCompile(givenPath: string, givenFlags: CompileFlags): Promise<number> {
  const given = withDocumentPath(givenPath, givenFlags);
  const [path, options] = givenFlags.save ? (await import("./save-flags.ts")).saveFlags(...given) : given;
  if (options.watch) return (await import("./watch.ts")).watchCompile(path, options);
  const { opened, disk, settings, flags, forms } = prepareCompile(path, options);
  const { host, ...input } = opened;
  const key = [input, terminal().cwd(), path, options, settings.today, styleOf(terminal().stdout)];
  // The reports are not kept.
  const build = options.check || flags.reportFiles.length > 0 ? undefined : compilerBuild();
  const memory = build && cacheFile([...build, ...key], terminal().env);
  const cached = memory === undefined ? undefined : await readCache(memory, disk);
  if (cached !== undefined) {
    printReport(cached.said, options.format);
    if (options.format === "text" && !options.quiet) {
      for (const { folder, files } of cached.folders) print(folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged: files }));
      print(`Nothing has changed; ${elapsed()}\n${cached.closing}`);
    }
    return cached.exitCode;
  }
  tuneEngine();
  const { buildProject, reportBuild } = await import("../../compile-project.ts");
  const done = reportBuild(await buildProject(opened, settings, flags), opened, flags);
  const imports = [...forms].map(([folder, { extension }]) => [folder, extension] as const);
  if (memory !== undefined && done.isRepeatable) writeCache(memory, host, { ...done, imports });
  return done.exitCode;
}

/** What identifies the build of the compiler, since another build may produce other output. `undefined` where it was not built. */
function compilerBuild(): readonly unknown[] | undefined {
  const main = fileURLToPath(new URL("main.js", import.meta.url));
  return existsSync(main) ? [version, main, statSync(main).mtimeMs, sha256(readFileSync(main))] : undefined;
}
