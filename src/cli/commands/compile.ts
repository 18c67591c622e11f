import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFile, noting, recall, remember } from "../../host/cache.ts";
import { importExtension } from "../../host/tsconfig.ts";
import { open } from "../open.ts";
import { type CompileFlags, compileOptions } from "../options.ts";
import { elapsed, folderLine, print, styleOf } from "../print.ts";
import { tuneEngine } from "../tune-engine.ts";

/** The compiler itself is loaded only where something has changed since the same was asked before. */
export async function compile(path: string, options: CompileFlags): Promise<number> {
  const opened = open(path, options);
  const settings = {
    ...compileOptions(options, opened),
    targetDefaults: { importExtension: importExtension(resolve(opened.base, options.out ?? ".")) },
  };
  const { root, base } = opened;
  const key = [
    compilerIdentity(),
    root,
    base,
    process.cwd(),
    path,
    options,
    settings.today,
    settings.targetDefaults,
    styleOf(process.stdout),
  ];
  const memory = options.check ? undefined : cacheFile(base, key);
  const known = memory === undefined ? undefined : await recall(memory, opened.host);
  if (known !== undefined) {
    print(known.said);
    if (options.format === "text") {
      for (const { folder, files } of known.folders) print(folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged: files }));
      print(`Nothing has changed; ${elapsed()}\n`);
    }
    return known.exitCode;
  }
  const host = noting(opened.host);
  tuneEngine();
  const { compileProject } = await import("../compile-project.ts");
  const { said, exitCode, outputs } = await compileProject({ ...opened, host }, settings, options);
  if (memory !== undefined) remember(memory, host, { said, exitCode, outputs });
  return exitCode;
}

/** Another build of the compiler may compile otherwise. */
function compilerIdentity(): string {
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.url));
  return `${import.meta.url} ${mtimeMs} ${size}`;
}
