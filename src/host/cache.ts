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

/** The inputs, outputs and printed text of a run. If inputs and outputs are unchanged, the next run would do the same. */
interface CacheEntry extends Reads, CachedReport {
  readonly root: string;
  readonly outputs: readonly {
    readonly folder: string;
    readonly files: readonly Stamp[];
  }[];
  /** The file extensions of imports, which depend on files around the output folders. */
  readonly imports: readonly (readonly [folder: string, extension: string])[];
}

/** The printed text and exit code of a run. */
interface CachedReport {
  readonly said: string;
  readonly format: string;
  /** Whether `closing` and a summary of the written files were printed too. */
  readonly isSummarized: boolean;
  readonly closing: string;
  readonly exitCode: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The size and time by which a changed file is recognized. The time changes with the content, name and permissions of the file. */
type Stamp = readonly [path: string, size: number, changed: number];

export interface CachedRun extends CachedReport {
  readonly folders: readonly { readonly folder: string; readonly files: number }[];
}

/** The maximum number and size of the entries of all projects of a user. The oldest are removed. */
const maxEntries = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * The path of a cache entry, in the system's folder for caches of the user; `undefined` if there is no such folder. Entries are not
 * saved in the project or its `node_modules`, where a repository could contain one that falsely reports that nothing has changed.
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

/** The printed text of a former run, if everything that it read and wrote is unchanged. */
export async function readCache(file: string): Promise<CachedRun | undefined> {
  const entry = parseEntry(file);
  if (entry === undefined || !entry.outputs.every(isUntouched) || !(await isInputUnchanged(entry))) return undefined;
  if (!entry.imports.every(([folder, extension]) => importForm(folder).extension === extension)) return undefined;
  const { said, format, isSummarized, closing, exitCode, outputs } = entry;
  const folders = outputs.map(({ folder, files }) => ({ folder, files: files.length - 1 }));
  return { said, format, isSummarized, closing, exitCode, folders };
}

/** Whether a run would read the same content. A file that cannot be read counts as changed, so that the run reports it. */
async function isInputUnchanged(entry: CacheEntry): Promise<boolean> {
  try {
    return !(await isStale(entry, createHost(entry.root)));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** A written output folder. */
export interface CachedOutput {
  readonly folder: string;
  /** All files of the compiler in the folder. */
  readonly files: readonly string[];
  /** The hashes in its record. */
  readonly hashes: Hashes;
}

/** Saves a run in the cache, unless another run has written to its folders since. */
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
    // A run changes the record before any other file. So if the record is that of this run, the stamps are those of its files.
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
    // The cache is optional: in a sandbox, for example, its folder cannot be written.
    removeDraft(draft);
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // Then the draft was not written.
  }
}

/** Reads a cache entry; `undefined` if there is none, or if it is incomplete or was changed. */
function parseEntry(file: string): CacheEntry | undefined {
  try {
    const content = plainText(file) ?? "";
    const text = content.slice(hashLength + 1);
    // Only `writeCache` writes a file with this hash, so the text has this type.
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
