import { sha256 } from "../source/text/hash.ts";
import { maxCacheBytes, readEntry, writeEntry } from "./cache-folder.ts";
import { createHost } from "./disk.ts";
import { Failure } from "./failure.ts";
import {
  isUntouched,
  type KeptToolsets,
  keepToolsets,
  type RestorableToolset,
  type StampedFolder,
  type ToolsetsOfRun,
} from "./output/written-run.ts";
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

/** What a former run printed; `undefined` if there is no entry, or if anything that the run read, wrote or compared has changed. */
export async function readCache(file: string): Promise<CachedRun | undefined> {
  const entry = parseSection<SavedRun>(linesOf(file), 0);
  if (entry === undefined || !entry.outputs.every(isUntouched)) return undefined;
  for (const project of entry.projects) if (!(await isInputUnchanged(project))) return undefined;
  return entry.imports.every(([folder, key]) => formKey(importForm(folder)) === key) ? entry : undefined;
}

/**
 * Reads the toolsets of a cache entry. Returns `undefined` if there is no entry, or if another run has written to an output folder since
 * the entry was saved.
 */
export function readToolsets<Toolset extends RestorableToolset>(file: string): KeptToolsets<Toolset> | undefined {
  const saved = savedToolsets<Toolset>(file);
  return saved && keepToolsets(saved);
}

/** Reads the toolsets of a cache entry for a run that does not write them, whatever has become of their files. */
export function readUnwrittenToolsets<Toolset extends RestorableToolset>(file: string): KeptToolsets<Toolset> {
  const saved = savedToolsets<Toolset>(file);
  const byKey = new Map(saved?.toolsets.map((toolset) => [toolset.key, toolset]));
  return { find: (key) => byKey.get(key), recordOf: () => "", stampOf: () => undefined };
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
  writeEntry(file, () => {
    const saved = run();
    if (saved === undefined) return undefined;
    const sections = [saved, { folders, toolsets }].map((section) => JSON.stringify(section));
    return sections.join("").length > maxCacheBytes / 4 ? undefined : sections.map((text) => `${sha256(text)}\n${text}\n`).join("");
  });
}

/** The lines of a cache entry. An entry that is ignored has none. */
function linesOf(file: string): readonly string[] {
  return (readEntry(file)?.toString("utf8") ?? "").split("\n");
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
