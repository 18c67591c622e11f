import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { statsOf } from "../output-folder.ts";
import { plainText } from "../plain-file.ts";
import { lockName } from "./lock.ts";
import type { FolderOutput } from "./plan.ts";
import { recordName, stagingPrefix } from "./record.ts";

/** Throws if a folder without a record contains files that are not part of the output. Such a folder is probably not the intended one. */
export function rejectForeignFiles({ out, files }: FolderOutput, folder: string): void {
  const foreign = findForeignFile(folder, "", new Map(files.map(({ path, text }) => [path, text])));
  if (foreign === undefined) return;
  throw new Failure(
    `The output folder "${out}" contains files that the compiler did not write, such as "${foreign}".`,
    "Nothing was written. Choose a separate folder for the output, or compile once with --force. The flag adds files, but does not overwrite existing files.",
  );
}

function findForeignFile(folder: string, within: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (statsOf(join(folder, within)) === undefined) return undefined;
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = `${within}${entry.name}`;
    if (isCompilerFile(entry.name)) continue;
    // A folder with a record is the output folder of another target. Its files are not foreign.
    if (entry.isDirectory()) {
      const found = statsOf(join(folder, path, recordName)) === undefined ? findForeignFile(folder, `${path}/`, texts) : undefined;
      if (found !== undefined) return found;
    } else if (!texts.has(path) || plainText(join(folder, path)) !== texts.get(path)) return path;
  }
  return undefined;
}

/** Whether a file was left by an interrupted run, or is a Git file such as `.gitkeep`. */
function isCompilerFile(name: string): boolean {
  return (
    name.startsWith(lockName) ||
    name.startsWith(stagingPrefix) ||
    name === `${recordName}.new` ||
    /^\.git(?:keep|ignore|attributes)$/.test(name)
  );
}
