import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { recordName } from "../../host/output/record.ts";
import { statsOf } from "../../host/output-folder.ts";

/** The possible file names of a configuration. */
export const configNames = ["toolsetc.yaml", "toolsetc.yml"];

/**
 * An exported app has at least one of these files and one of these folders. The file alone is not sufficient: other programs use `app.json`
 * too.
 */
export const appMarks = { files: ["app.json", "app.yaml"], folders: ["agents", "tools", "toolsets"] };

/** The number of folders above a compiled file, up to its output folder: the file of a toolset is in `toolsets/<name>`. */
export const outputDepth = 3;

/**
 * The search for a project ends at a folder that contains one of these: `.git` is at the root of a repository, `.written.json` in an output
 * folder of the compiler.
 */
const endMarks = [".git", recordName];

/** The parent of a folder; `undefined` if the parent cannot be part of the same project. */
export function folderAbove(folder: string): string | undefined {
  const next = dirname(folder);
  const isEnd =
    next === folder ||
    endMarks.some((name) => existsSync(join(folder, name))) ||
    basename(folder) === "node_modules" ||
    basename(folder).startsWith(".") ||
    isShared(next);
  return isEnd ? undefined : next;
}

/**
 * Whether a folder, such as `/tmp`, has the sticky bit and all users may write to it. A configuration in it may be that of another user.
 */
function isShared(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o1002) === 0o1002;
}

/**
 * A value to compare with that of a later run: if both are equal, the path still belongs to the same project. It contains whether the path
 * is a file or a folder, which configurations and app files exist in the folders above, and the records of the output folder that the path
 * may be in, since every command first completes an interrupted write to it.
 */
export function surroundingsOf(path: string): unknown {
  const kind = kindOf(path);
  const around: unknown[] = [];
  const start = kind === "folder" ? resolve(path) : kind === "file" ? dirname(resolve(path)) : undefined;
  for (let at = start; at !== undefined; at = folderAbove(at)) {
    const [configs, apps] = [configNames, [...appMarks.files, ...appMarks.folders]].map((names) =>
      names.map((name) => kindOf(join(at, name))),
    );
    around.push([at, configs, apps]);
    if (configs?.includes("file")) break;
  }
  return [path, kind, around, recordsAbove(path)];
}

function recordsAbove(path: string): unknown[] {
  const folders = [resolve(path)];
  while (folders.length <= outputDepth) folders.push(dirname(folders.at(-1) ?? path));
  return folders.map((folder) => {
    const stats = statsOf(join(folder, recordName));
    return stats && [stats.size, stats.ctimeMs];
  });
}

function kindOf(path: string): "file" | "folder" | "other" | "absent" {
  // Most of these files are missing, and for a missing file `existsSync` is faster than `statSync`.
  const stats = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats === undefined) return "absent";
  return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
}
