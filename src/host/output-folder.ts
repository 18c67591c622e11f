import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errorCode, Failure } from "./failure.ts";

/** The absolute path of a folder that may be written to. Throws where writing there could harm what is not the compiler's. */
export function outputFolder(root: string, out: string): string {
  const folder = resolve(root, out);
  const help = "Choose a folder of its own for what is generated, such as `generated`.";
  if (isSameOrWithin(realPath(root), realPath(folder))) throw new Failure(`The output folder "${out}" holds the project itself.`, help);
  if (isSameOrWithin(realPath(homedir()), realPath(folder)))
    throw new Failure(`The output folder "${out}" is or holds your home folder.`, help);
  if (existsSync(join(folder, ".git"))) throw new Failure(`The output folder "${out}" is the root of a git repository.`, help);
  for (const path of ownSteps(root, folder)) {
    const stats = statsOf(path);
    if (stats?.isSymbolicLink())
      throw new Failure(
        `"${path}" is a symbolic link.`,
        "Output is not written through links, which may lead anywhere. Name the folder that it leads to.",
      );
    if (stats && !stats.isDirectory()) throw new Failure(`"${path}" is a file and not a folder.`, help);
  }
  return folder;
}

/** What is at a path, links not followed. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The folder and those above it up to the root. What is above the root is the user's choice: on macOS `/tmp` itself is a link. */
function ownSteps(root: string, folder: string): string[] {
  if (!isSameOrWithin(folder, root)) return [folder];
  const steps: string[] = [];
  for (let path = folder; path !== resolve(root); path = dirname(path)) steps.unshift(path);
  return steps;
}

function isSameOrWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path);
}

/** Of a path that need not exist: what exists of it is followed. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (statsOf(absolute) !== undefined) {
    try {
      return realpathSync(absolute);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error; // A link that leads nowhere is refused later.
    }
  }
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), absolute.slice(parent.length));
}
