import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { sha256 } from "../source/text/hash.ts";
import { createHost } from "./disk.ts";
import { Failure } from "./failure.ts";
import { homeFolder } from "./home-folder.ts";
import { makeFolder } from "./make-folder.ts";
import { removeDraft } from "./output/remove-draft.ts";
import {
  isUntouched,
  type KeptToolsets,
  keepToolsets,
  nothingKept,
  type RestorableToolset,
  type StampedFolder,
  type ToolsetsOfRun,
} from "./output/written-run.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import { isStale, type Reads } from "./reads.ts";
import { formKey, importForm } from "./tsconfig.ts";

/** A text that a run printed, as it was written. The time since the start of the process follows a text that `isTimed`. */
export interface Printed {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
  readonly isTimed: boolean;
}

/** What a run printed, and its exit code. */
export interface CachedRun {
  readonly printed: readonly Printed[];
  readonly exitCode: number;
}

/** The inputs and outputs of a run, and what a run that reads and writes the same prints. */
export interface SavedRun extends CachedRun {
  readonly projects: readonly (Reads & { readonly root: string })[];
  /** The output folders with the files that the run wrote or compared. */
  readonly outputs: readonly StampedFolder[];
  /** How imports are written in each output folder. It may depend on a `tsconfig.json` and a `package.json` outside the project. */
  readonly imports: readonly (readonly [folder: string, key: string])[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The maximum number and total size of the cache entries of a user, for all projects. The oldest entries are removed. */
const maxEntries = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * The path of a cache entry, in the system's folder for caches of the user; `undefined` if there is no such folder. Entries are not saved
 * in the project or its `node_modules`, since a repository could contain an entry there that falsely reports that nothing has changed.
 */
export function cacheFile(key: readonly unknown[], env: Environment): string | undefined {
  const folder = userCacheFolder(env);
  return folder && join(folder, "toolsetc", `${sha256(JSON.stringify([process.version, key]))}.json`);
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

/** What a former run printed; `undefined` if there is no entry, or if anything that the run read, wrote or compared has changed. */
export async function readCache(file: string): Promise<CachedRun | undefined> {
  const entry = parseSection<SavedRun>(linesOf(file), 0);
  if (entry === undefined || !entry.outputs.every(isUntouched)) return undefined;
  for (const project of entry.projects) if (!(await isInputUnchanged(project))) return undefined;
  return entry.imports.every(([folder, key]) => formKey(importForm(folder)) === key) ? entry : undefined;
}

/** Reads the toolsets of a cache entry. There are none if another run has written to an output folder since the entry was saved. */
export function readToolsets<Toolset extends RestorableToolset>(file: string): KeptToolsets<Toolset> {
  const saved = savedToolsets<Toolset>(file);
  return saved === undefined ? nothingKept : keepToolsets(saved);
}

/** Reads the toolsets of a cache entry for a run that does not write them, whatever has become of their files. */
export function readUnwrittenToolsets<Toolset extends RestorableToolset>(file: string): KeptToolsets<Toolset> {
  let byKey: ReadonlyMap<string, Toolset> | undefined;
  const find = (key: string) => {
    // Most runs of a part ask for no other toolset.
    byKey ??= new Map(savedToolsets<Toolset>(file)?.toolsets.map((toolset) => [toolset.key, toolset]));
    return byKey.get(key);
  };
  return { ...nothingKept, find };
}

function savedToolsets<Toolset extends RestorableToolset>(file: string) {
  const lines = linesOf(file);
  const entry = parseSection<SavedRun>(lines, 0);
  // `Toolset` is the type of the toolsets that `writeCache` saved, since the path of the entry depends on the build of the compiler.
  const toolsets = entry && parseSection<ToolsetsOfRun<Toolset>>(lines, 1);
  return entry && toolsets && { ...toolsets, outputs: entry.outputs };
}

/** Whether a new run would read the same content. A file that cannot be read counts as changed, so that the new run reports the file. */
async function isInputUnchanged(project: SavedRun["projects"][number]): Promise<boolean> {
  try {
    return !(await isStale(project, createHost(project.root)));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Saves a run in the cache, with the toolsets that later runs may restore. Does nothing if `run` returns `undefined`. */
export function writeCache(
  file: string,
  run: () => SavedRun | undefined,
  { folders, toolsets }: ToolsetsOfRun<RestorableToolset> = { folders: [], toolsets: [] },
): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    const saved = run();
    if (saved === undefined) return;
    const sections = [saved, { folders, toolsets }].map((section) => JSON.stringify(section));
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

/** The lines of a cache entry. If the entry does not exist, cannot be read, or may be that of another user, its text counts as empty. */
function linesOf(file: string): readonly string[] {
  try {
    return ([dirname(file), file].every(isOwn) ? (plainText(file) ?? "") : "").split("\n");
  } catch {
    return [];
  }
}

/** Whether only this user can have written a file or folder. On Windows, the folder for caches is private to the user. */
function isOwn(path: string): boolean {
  const stats = statsOf(path);
  const user = process.getuid?.();
  return stats !== undefined && (user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0));
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
