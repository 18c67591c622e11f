import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./failure.ts";

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
    // Another run may have made it meanwhile.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
