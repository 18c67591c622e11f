import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCode, Failure } from "./failure.ts";
import { homeFolder } from "./home-folder.ts";

/** The absolute path of an output folder. Throws if a write to the folder could overwrite files that the compiler did not write. */
export function outputFolder(root: string, out: string): string {
  const folder = resolve(root, out);
  const help = "Choose a separate folder for the output, such as `generated`.";
  if (isSameOrWithin(realPath(root), realPath(folder))) throw new Failure(`The output folder "${out}" contains the project itself.`, help);
  const home = homeFolder();
  if (home !== undefined && isSameOrWithin(realPath(home), realPath(folder)))
    throw new Failure(`The output folder "${out}" is or contains your home folder.`, help);
  if (existsSync(join(folder, ".git"))) throw new Failure(`The output folder "${out}" is the root of a git repository.`, help);
  for (const path of pathsToCheck(root, folder)) {
    const stats = statsOf(path);
    if (stats?.isSymbolicLink())
      throw new Failure(`"${path}" is a symbolic link.`, "Output is not written through links. Use the folder that the link leads to.");
    if (stats && !stats.isDirectory()) throw new Failure(`"${path}" is a file, not a folder.`, help);
  }
  return folder;
}

/** The stats of a path, or of the link at the path; `undefined` if nothing exists there. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The output folder and its parents below the root. The root and its parents are not checked, since on macOS `/tmp` itself is a link. */
function pathsToCheck(root: string, folder: string): string[] {
  if (!isSameOrWithin(folder, root)) return [folder];
  const steps: string[] = [];
  for (let path = folder; path !== resolve(root); path = dirname(path)) steps.unshift(path);
  return steps;
}

/** Whether a path is the folder itself or is inside the folder. */
export function isSameOrWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // On Windows, the relative path to another drive is absolute.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path with all links resolved in the part that exists. The path itself need not exist. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  if (statsOf(absolute) !== undefined) {
    try {
      return realpathSync(absolute);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error; // A broken link is rejected later.
    }
  }
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), absolute.slice(parent.length));
}
