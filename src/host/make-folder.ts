import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "./failure.ts";

/**
 * Creates a folder and its missing parents, with these permissions. The option `recursive` of Node is not used, because it never ends if the system allows no
 * folder in an existing parent, as in `/proc`.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing = [path];
  for (let folder = missing.at(-1); folder !== undefined; folder = missing.at(-1)) {
    if (tryMake(folder, mode)) missing.pop();
    else if (existsSync(dirname(folder))) throw impossible(folder);
    else missing.push(dirname(folder));
  }
}

/** Creates a folder. Returns false if its parent does not exist. */
function tryMake(folder: string, mode: number): boolean {
  if (existsSync(folder)) return true;
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    if (errorCode(error) !== "EEXIST") throw error;
    // Either another run has created the folder in the meantime, or the path is a broken link.
    if (!existsSync(folder)) throw impossible(folder);
  }
  return true;
}

function impossible(folder: string): Failure {
  return new Failure(`No folder can be created at "${folder}".`, "Choose a path on a disk, and check its permissions.");
}
