import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { lockName } from "./lock.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import type { FolderOutput } from "./plan.ts";
import { recordName, stagingPrefix } from "./record.ts";

/** Throws if a folder without a record has files that the output does not: it is probably not the intended folder. */
export function rejectForeignFiles({ out, files }: FolderOutput, folder: string): void {
  const stranger = findForeignFile(folder, "", new Map(files.map(({ path, text }) => [path, text])));
  if (stranger === undefined) return;
  throw new Failure(
    `The output folder "${out}" has files that are not the compiler's, such as "${stranger}".`,
    "Nothing was written. Name a separate folder for the output, or compile once with --force, which adds files and overwrites none of these.",
  );
}

function findForeignFile(folder: string, within: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (statsOf(join(folder, within)) === undefined) return undefined;
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = `${within}${entry.name}`;
    if (isCompilerFile(entry.name)) continue;
    // Other outputs may lie in it.
    if (entry.isDirectory()) {
      const found = statsOf(join(folder, path, recordName)) === undefined ? findForeignFile(folder, `${path}/`, texts) : undefined;
      if (found !== undefined) return found;
    } else if (!texts.has(path) || plainText(join(folder, path)) !== texts.get(path)) return path;
  }
  return undefined;
}

/** Whether a file is left over from an interrupted run, or only keeps a folder in git. */
function isCompilerFile(name: string): boolean {
  return (
    name.startsWith(lockName) ||
    name.startsWith(stagingPrefix) ||
    name === `${recordName}.new` ||
    /^\.git(?:keep|ignore|attributes)$/.test(name)
  );
}
