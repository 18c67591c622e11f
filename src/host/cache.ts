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

/** The result of compiling a toolset, with the files that were written for each target. */
interface CachedToolset {
  readonly key: string;
  readonly files: readonly (readonly { readonly path: string }[])[];
}

/** The toolsets of a run. They are read only if something has changed. */
interface ToolsetEntry<Toolset extends CachedToolset> {
  /** The output folder of each target. */
  readonly folders: readonly string[];
  readonly toolsets: readonly Toolset[];
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

/** The toolsets of the former run whose files are as they were written, and the records of the folders. */
export interface KeptToolsets<Toolset> {
  readonly find: (key: string) => Toolset | undefined;
  readonly recordOf: (folder: string) => string;
  /** By absolute path, for the next entry. */
  readonly stampOf: (path: string) => Stamp | undefined;
}

/**
 * `undefined` if there are none, or if an output folder was written to since. `Toolset` is the type that was given to `writeCache` by the
 * same build of the compiler, which is part of the key of an entry.
 */
export function readToolsets<Toolset extends CachedToolset>(file: string): KeptToolsets<Toolset> | undefined {
  const entry = parseEntry(file);
  const known = parseSection<ToolsetEntry<Toolset>>(file, 1);
  if (entry === undefined || known === undefined) return undefined;
  const records = new Map<string, string>();
  const stamps = new Map<string, Stamp>();
  for (const { folder, files } of entry.outputs) {
    if (!files.some((stamp) => stamp[0] === recordName && isStamped(folder, stamp))) return undefined;
    records.set(folder, readRecord(folder).text);
    for (const stamp of files) stamps.set(`${folder}/${stamp[0]}`, stamp);
  }
  const toolsets = new Map(known.toolsets.map((toolset) => [toolset.key, toolset]));
  const isWritten = ({ files }: Toolset) =>
    files.every((ofTarget, index) => {
      const folder = known.folders[index];
      return folder !== undefined && ofTarget.every(({ path }) => isStamped(folder, stamps.get(`${folder}/${path}`)));
    });
  return {
    find: (key) => {
      const toolset = toolsets.get(key);
      return toolset !== undefined && isWritten(toolset) ? toolset : undefined;
    },
    recordOf: (folder) => records.get(folder) ?? "",
    stampOf: (path) => stamps.get(path),
  };
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
  /** The files of the compiler in the folder that this run wrote or compared. */
  readonly files: readonly string[];
  /** Its other files of the compiler, of restored toolsets. */
  readonly restored: readonly string[];
  /** The hashes in its record. */
  readonly hashes: Hashes;
}

/** Saves a run in the cache, unless another run has written to its folders since. */
export function writeCache(
  file: string,
  host: RecordingHost,
  run: CachedReport & Pick<CacheEntry, "root" | "imports"> & ToolsetEntry<CachedToolset> & { readonly outputs: readonly CachedOutput[] },
  former?: Pick<KeptToolsets<unknown>, "stampOf">,
): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    const outputs = run.outputs.map(({ folder, files, restored }) => ({
      folder,
      // Of a restored file, the stamp of the run that wrote it: it may have been changed since it was compared.
      files: [
        ...restored.flatMap((path): Stamp[] => {
          const stamp = former?.stampOf(`${folder}/${path}`);
          return stamp === undefined ? [] : [stamp];
        }),
        ...[...files, recordName].map((path) => stampOf(folder, path)),
      ],
    }));
    // A run changes the record before any other file. So if the record is that of this run, the stamps are those of its files.
    if (!run.outputs.every(({ folder, hashes }) => isRecordOf(hashes, readRecord(folder)))) return;
    const { root, imports, said, format, isSummarized, closing, exitCode } = run;
    const entry: CacheEntry = { ...host.reads(), root, outputs, imports, said, format, isSummarized, closing, exitCode };
    const toolsets: ToolsetEntry<CachedToolset> = { folders: run.folders, toolsets: run.toolsets };
    const sections = [entry, toolsets].map((section) => JSON.stringify(section));
    if (sections.join("").length > maxBytes / 4) return;
    makeFolder(dirname(file));
    writeFileSync(draft, sections.map((text) => `${sha256(text)}\n${text}\n`).join(""), { flag: "wx" });
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
  return parseSection<CacheEntry>(file, 0);
}

/** A section of an entry: a line with the hash of the next one. `undefined` where there is no entry, or one that was cut short or changed. */
function parseSection<Section>(file: string, index: number): Section | undefined {
  try {
    const lines = (plainText(file) ?? "").split("\n");
    const [hash, text = ""] = lines.slice(2 * index);
    // Only `writeCache` writes a file with this hash, so the text has this type.
    return hash === sha256(text) ? (JSON.parse(text) as Section) : undefined;
  } catch {
    return undefined;
  }
}

function isUntouched({ folder, files }: CacheEntry["outputs"][number]): boolean {
  return files.every((stamp) => isStamped(folder, stamp));
}

function isStamped(folder: string, stamp: Stamp | undefined): boolean {
  if (stamp === undefined) return false;
  const [path, size, changed] = stamp;
  const stats = statsOf(`${folder}/${path}`);
  return stats?.size === size && stats.ctimeMs === changed;
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
