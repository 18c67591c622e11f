import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "./failure.ts";

/**
 * Makes a folder, with those above it that are missing. Node's own `recursive` never ends where a folder is there and the
 * system makes none in it, as in `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    const code = errorCode(error);
    // That the folder around it is gone is what such a system says.
    if (code === "ENOENT")
      throw new Failure(`No folder can be made at "${path}".`, "Choose a place on a disk, and check who may write there.");
    // Another run may have made it meanwhile.
    if (code !== "EEXIST") throw error;
  }
}
