import { dirname, relative, resolve } from "node:path";
import { Failure } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { isSameOrWithin, statsOf } from "./output-folder.ts";
import { writeTexts } from "./write-texts.ts";

/**
 * Writes a report to a path relative to `folder`, the working directory. Only a regular file is replaced, and a path inside the folder must
 * not lead out of it: a link in a repository could lead to any file of the user.
 */
export function writeReport(folder: string, path: string, text: string): void {
  const target = resolve(folder, path);
  const stats = statsOf(target);
  if (stats !== undefined && !stats.isFile()) {
    const found = stats.isDirectory() ? "a folder" : stats.isSymbolicLink() ? "a link" : "a device";
    throw new Failure(`The report "${path}" is ${found}.`, "A report is written to a new file, or replaces a regular one.");
  }
  const root = isSameOrWithin(target, folder) ? folder : dirname(target);
  makeFolder(root);
  writeTexts(root, new Map([[relative(root, target), text]]));
}
