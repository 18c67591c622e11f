import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The names of a configuration. */
export const configNames = ["toolsetc.yaml", "toolsetc.yml"];

/** An exported app has a file and a folder of these. Other tools use a file `app.json`, too. */
export const appMarks = { files: ["app.json", "app.yaml"], folders: ["agents", "tools", "toolsets"] };

/** A folder with one of these is not left in search of a project: the root of a repository, and output of the compiler. */
const endMarks = [".git", ".written.json"];

/** The parent folder, if it may be part of the same project. */
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

/** Whether all users may write to the folder (the sticky bit is set): a configuration there may be another user's. */
function isShared(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o1002) === 0o1002;
}

/** All that decides to which project a path belongs, as a value to compare: what is there, and the marks in the folders of the search. */
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
  return [path, kind, around];
}

function kindOf(path: string): "file" | "folder" | "other" | "absent" {
  // Asking for what is not there costs less than an error.
  const stats = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats === undefined) return "absent";
  return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
}
