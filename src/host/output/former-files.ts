import { dirname, join } from "node:path";
import { sha256 } from "../../source/text/hash.ts";
import { Failure } from "../failure.ts";
import { statsOf } from "../output-folder.ts";
import { plainText } from "../plain-file.ts";
import { recordName } from "./record.ts";

/**
 * Throws if a path leads out of the output folder. The paths come from targets and from the record, which is a file that anyone can change.
 */
export function checkPath(path: string): void {
  const steps = path.split("/");
  if (
    path === recordName ||
    path.includes("\\") ||
    path.includes(":") ||
    path.includes("\0") ||
    steps.some((step) => step === "" || step === "." || step === "..")
  ) {
    throw new Failure(
      `${JSON.stringify(path)} is not a path in the output folder.`,
      `If "${recordName}" contains this path, delete the folder and compile again.`,
    );
  }
}

/** The existing files of an output folder. Both functions throw if a parent folder in a path is a symbolic link. */
export interface FormerFiles {
  readonly read: (path: string) => string | undefined;
  readonly has: (path: string) => boolean;
}

/** Gives access to the existing files of an output folder. Each folder is checked only once. */
export function formerFiles(folder: string): FormerFiles {
  const folders = new Map<string, boolean>();
  const isFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const isThere = (path === "." || isFolder(dirname(path))) && isPlainFolder(join(folder, path));
    folders.set(path, isThere);
    return isThere;
  };
  const has = (path: string): boolean => {
    const stats = isFolder(dirname(path)) ? statsOf(join(folder, path)) : undefined;
    if (stats === undefined) return false;
    if (stats.isFile()) return true;
    throw new Failure(
      `"${join(folder, path)}" is not a plain file.`,
      "The compiler must write a file at this path. Move or delete what is there now.",
    );
  };
  return { has, read: (path) => (has(path) ? plainText(join(folder, path), Number.POSITIVE_INFINITY) : undefined) };
}

/** Whether a text has one of these hashes, so that the compiler wrote it. */
export function isOwn(text: string, hashes: readonly string[] | undefined): boolean {
  if (hashes === undefined) return false;
  return hashes.includes(sha256(text)) || (text.includes("\r\n") && hashes.includes(sha256(normalizeLineEndings(text))));
}

/** Replaces CRLF by LF. Git on Windows may change line endings, which is not an edit by the user. */
export function normalizeLineEndings(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function isPlainFolder(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  if (stats.isDirectory()) return true;
  throw new Failure(
    `"${path}" is not a plain folder.`,
    "The compiler must write files into a folder at this path, and follows no symbolic links. Move or delete what is there now.",
  );
}
