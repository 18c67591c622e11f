import type { FormatName } from "../diagnostic/format-names.ts";
import { type CachedRun, readCache } from "../host/cache.ts";
import { elapsed, folderLine, print, printReport } from "./print.ts";
import { runFile } from "./run-key.ts";
import { terminal } from "./terminal.ts";

/**
 * Repeats the report of the last run if nothing has changed since, and sets the exit code. Returns whether it did. Neither the parser
 * of arguments nor the compiler is loaded for that.
 */
export async function repeatRun(): Promise<boolean> {
  const file = runFile();
  const cached = file === undefined ? undefined : await readCache(file);
  if (cached === undefined) return false;
  printRun(cached);
  terminal().exitCode = cached.exitCode;
  return true;
}

function printRun({ said, closing, format, isSummarized, folders }: CachedRun): void {
  // The last run had it of a flag.
  printReport(said, format as FormatName);
  if (!isSummarized) return;
  for (const { folder, files } of folders) print(folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged: files }));
  print(`Nothing has changed; ${elapsed()}\n${closing}`);
}
