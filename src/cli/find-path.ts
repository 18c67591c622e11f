import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { nearest } from "../diagnostic/nearest.ts";
import { errorCode } from "../host/failure.ts";
import { UsageError } from "./usage-error.ts";

/** What is at a path that the user gave. What is not there is an error that says what was perhaps meant. */
export function statsOf(path: string, what: "file" | "file or folder"): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") throw new UsageError(`There is no ${what} "${path}".${suggestion(path)}`);
    if (code === "ENOTDIR") throw new UsageError(`There is no ${what} "${path}": "${dirname(path)}" is no folder.`);
    if (code === "EACCES" || code === "EPERM") throw new UsageError(`"${path}" may not be read by you (${code}).`);
    if (code === "ELOOP" || code === "ENAMETOOLONG") throw new UsageError(`"${path}" leads to no ${what} (${code}).`);
    throw error;
  }
}

/** Whether there is a plain file. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function suggestion(path: string): string {
  try {
    const near = nearest(basename(path), readdirSync(dirname(path)).sort());
    return near === undefined ? "" : ` Did you mean "${path.slice(0, path.length - basename(path).length)}${near}"?`;
  } catch {
    // The folder is not there either, or is not to be seen.
    return "";
  }
}
