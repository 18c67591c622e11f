import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { sha256 } from "../source/text/hash.ts";
import { homeFolder } from "./home-folder.ts";
import { makeFolder } from "./make-folder.ts";
import { removeDraft } from "./output/remove-draft.ts";
import { statsOf } from "./output-folder.ts";
import { readPlainFile } from "./plain-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The maximum number and total size of the cache entries of a user, for all projects. The oldest entries are removed. */
const maxEntries = 200;
export const maxCacheBytes: number = 64 * 1024 * 1024;

/**
 * The path of a cache entry, in the system's folder for caches of the user; `undefined` if there is no such folder. Entries are not saved
 * in the project or its `node_modules`, since a repository could contain an entry there that falsely reports that nothing has changed, or
 * that contains code.
 */
export function cacheFile(key: readonly unknown[], kind: "json" | "code", env: Environment): string | undefined {
  const folder = userCacheFolder(env);
  return folder && join(folder, "toolsetc", `${sha256(JSON.stringify([process.version, key]))}.${kind}`);
}

/**
 * The folder for caches of the XDG Base Directory Specification (https://specifications.freedesktop.org/basedir-spec/latest/), whose
 * variable is also used on other systems if it is set.
 */
function userCacheFolder({ XDG_CACHE_HOME: chosen = "", LOCALAPPDATA: local = "" }: Environment): string | undefined {
  if (isAbsolute(chosen)) return chosen;
  if (process.platform === "win32") return local || undefined;
  const home = homeFolder();
  return home && join(home, process.platform === "darwin" ? "Library/Caches" : ".cache");
}

/** The content of a cache entry; `undefined` if the entry does not exist, cannot be read, or may be that of another user. */
export function readEntry(file: string): Buffer | undefined {
  try {
    const content = [dirname(file), file].every(isOwn) ? readPlainFile(file) : "absent";
    return typeof content === "string" ? undefined : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  } catch {
    return undefined;
  }
}

/** Whether only this user can have written a file or folder. On Windows, the folder for caches is private to the user. */
function isOwn(path: string): boolean {
  const stats = statsOf(path);
  const user = process.getuid?.();
  return stats !== undefined && (user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0));
}

/** Replaces a cache entry. Does nothing if `content` returns `undefined`, or if the entry cannot be written: the cache is optional. */
export function writeEntry(file: string, content: () => string | Uint8Array | undefined): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    const written = content();
    if (written === undefined) return;
    makePrivateFolder(dirname(file));
    writeFileSync(draft, written, { flag: "wx", mode: 0o600 });
    renameSync(draft, file);
    removeOldest(dirname(file));
  } catch {
    // In a sandbox, for example, the folder of the cache cannot be written.
    removeDraft(draft);
  }
}

/**
 * Creates the folder of the cache such that only the user can list and read it, as the XDG specification requires. Other users could read the
 * names and findings of projects. Earlier versions created it for all users.
 */
function makePrivateFolder(folder: string): void {
  makeFolder(folder, 0o700);
  chmodSync(folder, 0o700);
}

/** Removes the oldest entries beyond the limits. Drafts that interrupted runs have left count as entries. */
function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.(?:json|code)/.test(name));
  const files = names.flatMap((name) => {
    const stats = statsOf(join(folder, name));
    return stats === undefined ? [] : [{ name, size: stats.size, changed: stats.mtimeMs }];
  });
  let bytes = 0;
  for (const [index, { name, size }] of files.sort((a, b) => b.changed - a.changed).entries()) {
    bytes += size;
    if (index >= maxEntries || bytes > maxCacheBytes) rmSync(join(folder, name), { force: true });
  }
}
