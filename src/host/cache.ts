import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { sha256 } from "../source/text/hash.ts";
import { createHost } from "./disk.ts";
import { Failure } from "./failure.ts";
import { homeFolder } from "./home-folder.ts";
import { makeFolder } from "./make-folder.ts";
import { recordName } from "./output/record.ts";
import { removeDraft } from "./output/remove-draft.ts";
import {
  isUntouched,
  type KeptToolsets,
  keepToolsets,
  type RestorableToolset,
  type StampedFolder,
  stampFolders,
  type ToolsetsOfRun,
  type WrittenRun,
} from "./output/written-run.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import { isStale, type Reads, type RecordingHost } from "./reads.ts";
import { formKey, importForm } from "./tsconfig.ts";

/** The inputs, outputs and printed text of a run. If its inputs and outputs are unchanged, the next run would have the same result. */
interface CacheEntry extends Reads, CachedReport {
  readonly root: string;
  readonly outputs: readonly StampedFolder[];
  /** How imports are written in each output folder. It may depend on a `tsconfig.json` and a `package.json` outside the project. */
  readonly imports: readonly (readonly [folder: string, key: string])[];
}

/** The printed text and exit code of a run. */
interface CachedReport {
  readonly printedReport: string;
  readonly format: string;
  /** Whether the run also printed a summary of the written files, and then `closing`. */
  readonly isSummarized: boolean;
  readonly closing: string;
  readonly exitCode: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface CachedRun extends CachedReport {
  readonly folders: readonly { readonly folder: string; readonly files: number }[];
}

/** The maximum number and total size of the cache entries of a user, for all projects. The oldest entries are removed. */
const maxEntries = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * The path of a cache entry, in the system's folder for caches of the user; `undefined` if there is no such folder. Entries are not saved
 * in the project or its `node_modules`, since a repository could contain an entry there that falsely reports that nothing has changed.
 */
export function cacheFile(key: readonly unknown[], env: Environment): string | undefined {
  const folder = userCacheFolder(env);
  return folder && join(folder, "toolsetc", `${sha256(JSON.stringify(key))}.json`);
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

/** The printed text of a former run; `undefined` if there is no entry, or if anything that the run read or wrote has changed. */
export async function readCache(file: string): Promise<CachedRun | undefined> {
  const entry = parseSection<CacheEntry>(linesOf(file), 0);
  if (entry === undefined || !entry.outputs.every(isUntouched) || !(await isInputUnchanged(entry))) return undefined;
  if (!entry.imports.every(([folder, key]) => formKey(importForm(folder)) === key)) return undefined;
  const { printedReport, format, isSummarized, closing, exitCode, outputs } = entry;
  const folders = outputs.map(({ folder, files }) => ({ folder, files: files.filter(([path]) => basename(path) !== recordName).length }));
  return { printedReport, format, isSummarized, closing, exitCode, folders };
}

/**
 * Reads the toolsets of a cache entry. Returns `undefined` if there is no entry, or if another run has written to an output folder since
 * the entry was saved.
 */
export function readToolsets<Toolset extends RestorableToolset>(file: string): KeptToolsets<Toolset> | undefined {
  const lines = linesOf(file);
  const entry = parseSection<CacheEntry>(lines, 0);
  // `Toolset` is the type of the toolsets that `writeCache` saved, since the path of the entry depends on the build of the compiler.
  const toolsets = entry && parseSection<ToolsetsOfRun<Toolset>>(lines, 1);
  return entry && toolsets && keepToolsets({ ...toolsets, outputs: entry.outputs });
}

/** Whether a new run would read the same content. A file that cannot be read counts as changed, so that the new run reports the file. */
async function isInputUnchanged(entry: CacheEntry): Promise<boolean> {
  try {
    return !(await isStale(entry, createHost(entry.root)));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Saves a run in the cache, unless another run has already written to the same output folders. */
export function writeCache(
  file: string,
  host: RecordingHost,
  run: CachedReport & Pick<CacheEntry, "root" | "imports"> & WrittenRun<RestorableToolset>,
  former?: Pick<KeptToolsets<unknown>, "stampOf">,
): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    const outputs = stampFolders(run.outputs, former);
    if (outputs === undefined) return;
    const { root, imports, printedReport, format, isSummarized, closing, exitCode } = run;
    const entry: CacheEntry = { ...host.reads(), root, outputs, imports, printedReport, format, isSummarized, closing, exitCode };
    const toolsets: ToolsetsOfRun<RestorableToolset> = { folders: run.folders, toolsets: run.toolsets };
    const sections = [entry, toolsets].map((section) => JSON.stringify(section));
    if (sections.join("").length > maxBytes / 4) return;
    makePrivateFolder(dirname(file));
    writeFileSync(draft, sections.map((text) => `${sha256(text)}\n${text}\n`).join(""), { flag: "wx", mode: 0o600 });
    renameSync(draft, file);
    removeOldest(dirname(file));
  } catch {
    // Errors are ignored, because the cache is optional. In a sandbox, for example, the folder of the cache cannot be written.
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

/** The lines of a cache entry. If the entry does not exist or cannot be read, its text counts as empty. */
function linesOf(file: string): readonly string[] {
  try {
    return (plainText(file) ?? "").split("\n");
  } catch {
    return [];
  }
}

/**
 * Parses a section of a cache entry. A section has two lines: the hash of a text, and the text. Returns `undefined` if the text does not
 * have this hash.
 */
function parseSection<Section>(lines: readonly string[], index: number): Section | undefined {
  const [hash, text] = lines.slice(2 * index, 2 * index + 2);
  // The cast is safe: only `writeCache` writes a text with its hash, and that text is the JSON of a `Section`.
  return text !== undefined && hash === sha256(text) ? (JSON.parse(text) as Section) : undefined;
}

/** Removes the oldest entries beyond the limits. Drafts that interrupted runs have left count as entries. */
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
