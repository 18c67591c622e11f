import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "./failure.ts";

/**
 * Makes a folder, with those above it that are missing. Node's own `recursive` never ends where a folder is there and the
 * system makes none in it, as in `/proc`.
 */
export function makeFolder(path: string): void {
  const missing = [path];
  for (let folder = missing.at(-1); folder !== undefined; folder = missing.at(-1)) {
    if (isMade(folder)) missing.pop();
    else if (existsSync(dirname(folder))) throw impossible(folder);
    else missing.push(dirname(folder));
  }
}

/** Whether a folder is there now; not if the one around it is missing, or the system says that it is. */
function isMade(folder: string): boolean {
  if (existsSync(folder)) return true;
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    if (errorCode(error) !== "EEXIST") throw error;
    // Another run has made it meanwhile, or it is a link that leads nowhere.
    if (!existsSync(folder)) throw impossible(folder);
  }
  return true;
}

function impossible(folder: string): Failure {
  return new Failure(`No folder can be made at "${folder}".`, "Choose a place on a disk, and check who may write there.");
}
