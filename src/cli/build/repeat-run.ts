import type { FormatName } from "../../findings/formats/format-names.ts";
import { type CachedRun, readCache } from "../../host/cache.ts";
import { elapsed, folderLine, print, printReport } from "../report/print.ts";
import { terminal } from "../terminal.ts";
import { runFile } from "./run-key.ts";

/**
 * If nothing has changed since the last run with these arguments, prints its report again, sets the exit code and returns true. Loads
 * neither the compiler nor the parser of arguments.
 */
export async function repeatRun(): Promise<boolean> {
  const file = runFile();
  const cached = file === undefined ? undefined : await readCache(file);
  if (cached === undefined) return false;
  printRun(cached);
  terminal().exitCode = cached.exitCode;
  return true;
}

function printRun({ printedReport, closing, format, isSummarized, folders }: CachedRun): void {
  // The cast is safe: the cached run has checked the value of --format.
  printReport(printedReport, format as FormatName);
  if (!isSummarized) return;
  for (const { folder, files } of folders) print(folderLine({ folder, added: 0, changed: 0, removed: 0, unchanged: files }));
  print(`Nothing has changed; ${elapsed()}\n${closing}`);
}
