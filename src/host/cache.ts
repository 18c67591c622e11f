import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { sha256 } from "../source/hash.ts";
import { createHost } from "./disk.ts";
import { Failure } from "./failure.ts";
import { homeFolder } from "./home-folder.ts";
import { makeFolder } from "./make-folder.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import { isStale, type Reads, type RecordingHost } from "./reads.ts";
import { type Hashes, isRecordOf, readRecord, recordName } from "./record.ts";
import { importForm } from "./tsconfig.ts";

/** What a run read, wrote and printed. The next run compares it to know that it would do the same. */
interface CacheEntry extends Reads, CachedReport {
  readonly root: string;
  readonly outputs: readonly {
    readonly folder: string;
    readonly files: readonly Stamp[];
  }[];
  /** The forms of imports, which depend on files around the output folders. */
  readonly imports: readonly (readonly [folder: string, extension: string])[];
}

/** What a run printed. */
interface CachedReport {
  readonly said: string;
  readonly format: string;
  /** Whether `closing` and what was written were printed too. */
  readonly isSummarized: boolean;
  readonly closing: string;
  readonly exitCode: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What tells that a file is the one that was written. The time changes with its content, its name and its permissions. */
type Stamp = readonly [path: string, size: number, changed: number];

export interface CachedRun extends CachedReport {
  readonly folders: readonly { readonly folder: string; readonly files: number }[];
}

/** The most entries that are kept, of all projects of the user, and the most bytes of them all; the oldest are removed. */
const maxEntries = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * The path of a cache entry, in the folder that the system has for caches of the user; `undefined` without such a folder.
 * An entry in the project or its `node_modules` could come with a repository, and pretend that nothing has changed.
 */
export function cacheFile(key: readonly unknown[], env: Environment): string | undefined {
  const folder = userCacheFolder(env);
  return folder && join(folder, "toolsetc", `${sha256(JSON.stringify(key))}.json`);
}

/** https://specifications.freedesktop.org/basedir-spec/latest/, which is also followed on other systems if its variable is set. */
function userCacheFolder({ XDG_CACHE_HOME: chosen = "", LOCALAPPDATA: local = "" }: Environment): string | undefined {
  if (isAbsolute(chosen)) return chosen;
  if (process.platform === "win32") return local || undefined;
  const home = homeFolder();
  return home && join(home, process.platform === "darwin" ? "Library/Caches" : ".cache");
}

/** The output of the former run, if everything that it read and wrote is unchanged. */
export async function readCache(file: string): Promise<CachedRun | undefined> {
  const entry = parseEntry(file);
  if (entry === undefined || !entry.outputs.every(isUntouched) || !(await isRead(entry))) return undefined;
  if (!entry.imports.every(([folder, extension]) => importForm(folder).extension === extension)) return undefined;
  const { said, format, isSummarized, closing, exitCode, outputs } = entry;
  const folders = outputs.map(({ folder, files }) => ({ folder, files: files.length - 1 }));
  return { said, format, isSummarized, closing, exitCode, folders };
}

/** Whether a run would read the same. What it cannot read it is to report itself. */
async function isRead(entry: CacheEntry): Promise<boolean> {
  try {
    return !(await isStale(entry, createHost(entry.root)));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** An output folder that was written. */
export interface CachedOutput {
  readonly folder: string;
  /** All files that the compiler has in it. */
  readonly files: readonly string[];
  /** What its record has. */
  readonly hashes: Hashes;
}

/** Keeps what a run did, unless another run has written to its folders since. */
export function writeCache(
  file: string,
  host: RecordingHost,
  run: CachedReport & Pick<CacheEntry, "root" | "imports"> & { readonly outputs: readonly CachedOutput[] },
): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    const outputs = run.outputs.map(({ folder, files }) => ({
      folder,
      files: [...files, recordName].map((path) => stampOf(folder, path)),
    }));
    // A run changes the record before any other file, so that what the stamps are of is what this run wrote.
    if (!run.outputs.every(({ folder, hashes }) => isRecordOf(hashes, readRecord(folder)))) return;
    const { root, imports, said, format, isSummarized, closing, exitCode } = run;
    const entry: CacheEntry = { ...host.reads(), root, outputs, imports, said, format, isSummarized, closing, exitCode };
    const text = JSON.stringify(entry);
    if (text.length > maxBytes / 4) return;
    makeFolder(dirname(file));
    writeFileSync(draft, `${sha256(text)}\n${text}`, { flag: "wx" });
    renameSync(draft, file);
    removeOldest(dirname(file));
  } catch {
    // Without a folder for caches, as in a sandbox, it compiles all the same.
    removeDraft(draft);
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It cannot be there.
  }
}

/** `undefined` where there is no entry, or one that was cut short or changed. */
function parseEntry(file: string): CacheEntry | undefined {
  try {
    const content = plainText(file) ?? "";
    const text = content.slice(hashLength + 1);
    // Only `writeCache` writes such a file, so that the text has its form.
    return content.startsWith(`${sha256(text)}\n`) ? (JSON.parse(text) as CacheEntry) : undefined;
  } catch {
    return undefined;
  }
}

const hashLength = 64;

function isUntouched({ folder, files }: CacheEntry["outputs"][number]): boolean {
  return files.every(([path, size, changed]) => {
    const stats = statsOf(`${folder}/${path}`);
    return stats?.size === size && stats.ctimeMs === changed;
  });
}

function stampOf(folder: string, path: string): Stamp {
  const stats = statsOf(join(folder, path));
  if (stats === undefined) throw new Error(`${path} is gone.`);
  return [path, stats.size, stats.ctimeMs];
}

/** Also removes the drafts of runs that were interrupted. */
function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json/.test(name));
  const files = names.flatMap((name) => {
    const stats = statsOf(join(folder, name));
    return stats === undefined ? [] : [{ name, size: stats.size, changed: stats.mtimeMs }];
  });
  let bytes = 0;
  for (const [index, { name, size }] of files.sort((a, b) => b.changed - a.changed).entries()) {
    bytes += size;
    if (index >= maxEntries || bytes > maxBytes) rmSync(join(folder, name), { force: true });
  }
}
