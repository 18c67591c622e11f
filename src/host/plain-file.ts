import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { largestFile } from "../source/text/largest-file.ts";
import { errorCode } from "./failure.ts";

/** The bytes of a file, or why they are not read. `special` is a pipe, a device or a socket. */
export type PlainContent = Uint8Array | "absent" | "folder" | "link" | "special" | "too-large";

/**
 * Reads a file only if it is a regular file: a link in a repository may lead to a device without end, and opening a pipe may block forever.
 * Links in the path of its folder are followed. Throws errors of the operating system.
 */
export function readPlainFile(path: string, maxBytes = largestFile): PlainContent {
  let file: number;
  try {
    // Opening a pipe must not block, since its other end may never be opened.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    return reasonOf(error);
  }
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) return "folder";
    if (!stats.isFile()) return "special";
    if (stats.size > maxBytes) return "too-large";
    // A file of size 0 is not read: the files in `/proc` have this size, and some of them never end.
    return stats.size === 0 ? new Uint8Array() : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a regular file; `undefined` if the path has no regular file, or if the file is too large. */
export function plainText(path: string, maxBytes = largestFile): string | undefined {
  const content = readPlainFile(path, maxBytes);
  return typeof content === "string" ? undefined : Buffer.from(content).toString("utf8");
}

function reasonOf(error: unknown): "absent" | "folder" | "link" | "special" {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return "absent";
  if (code === "EISDIR") return "folder";
  if (code === "ELOOP" || code === "EMLINK") return "link";
  if (code === "ENXIO" || code === "EOPNOTSUPP") return "special";
  throw error;
}
