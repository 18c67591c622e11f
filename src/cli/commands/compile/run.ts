import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFile, readCache, recordReads, writeCache } from "../../../host/cache.ts";
import { type Hashes, readRecord } from "../../../host/record.ts";
import { type ImportForm, importForm } from "../../../host/tsconfig.ts";
import { sha256 } from "../../../source/hash.ts";
import { compileCommandLine } from "../../command-line.ts";
import { open } from "../../open.ts";
import { baselinePath, type CompileFlags, compileOptions, scopeOf } from "../../options.ts";
import { elapsed, folderLine, print, printReport, styleOf } from "../../print.ts";
import { reportFiles } from "../../report-files.ts";
import { terminal } from "../../terminal.ts";
import { tuneEngine } from "../../tune-engine.ts";
import { version } from "../../version.ts";

/** Compiles, or repeats the report of the last run if nothing has changed. Only then the compiler need not be loaded. */
export async function runCompile(path: string, options: CompileFlags): Promise<number> {
  const files = reportFiles(options.report);
  const opened = open(path, options);
  const { base } = opened;
  const folderOf = (out: string) => resolve(base, options.out ?? out);
  const forms = new Map<string, ImportForm>();
  const formFor = (out: string): ImportForm => {
    const folder = folderOf(out);
    const form = forms.get(folder) ?? importForm(folder);
    forms.set(folder, form);
    return form;
  };
  const records = new Map<string, Hashes>();
  const recordOf = (folder: string): Hashes => {
    const hashes = records.get(folder) ?? readRecord(folder).hashes;
    records.set(folder, hashes);
    return hashes;
  };
  const known = baselinePath(options, opened);
  const given = compileOptions(options, opened);
  const settings = {
    ...given,
    files: [...given.files, ...(known === undefined ? [] : [known])],
    // Names must be unique in the whole project, so all of it is analyzed even if only a part is written.
    scope: scopeOf(options, "everything"),
    targetDefaults: (out: string) => ({ importExtension: formFor(out).extension }),
    isThere: (out: string, file: string) => recordOf(folderOf(out)).has(file),
  };
  const { host: _, ...input } = opened;
  const key = [input, terminal().cwd(), path, options, settings.today, styleOf(terminal().stdout)];
  // The reports are not kept.
  const build = options.check || files.length > 0 ? undefined : compilerBuild();
  const memory = build && cacheFile([...build, ...key], terminal().env);
  const cached = memory === undefined ? undefined : await readCache(memory, opened.host);
  if (cached !== undefined) {
    printReport(cached.said, options.format);
    if (options.format === "text" && !options.quiet) {
      for (const { folder, files } of cached.folders) print(folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged: files }));
      print(`Nothing has changed; ${elapsed()}\n${cached.closing}`);
    }
    return cached.exitCode;
  }
  const host = recordReads(opened.host);
  tuneEngine();
  const { compileProject } = await import("../../compile-project.ts");
  const done = await compileProject({ ...opened, host }, settings, {
    ...options,
    formFor,
    reportFiles: files,
    known,
    command: compileCommandLine(path, options),
  });
  const imports = [...forms].map(([folder, { extension }]) => [folder, extension] as const);
  if (memory !== undefined && done.isRepeatable) writeCache(memory, host, { ...done, imports });
  return done.exitCode;
}

/** What identifies the build of the compiler, since another build may produce other output. `undefined` where it was not built. */
function compilerBuild(): readonly unknown[] | undefined {
  const main = fileURLToPath(new URL("main.js", import.meta.url));
  return existsSync(main) ? [version, main, statSync(main).mtimeMs, sha256(readFileSync(main))] : undefined;
}
