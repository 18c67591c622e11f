import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { statsOf } from "../output-folder.ts";
import { type Hashes, isRecordOf, readRecord, recordName } from "./record.ts";

/**
 * The result of compiling a toolset, with the files that were written for each target. `key` identifies everything that the result depends
 * on.
 */
export interface RestorableToolset {
  readonly key: string;
  readonly files: readonly (readonly { readonly path: string }[])[];
}

/** The toolsets of a run. */
export interface ToolsetsOfRun<Toolset extends RestorableToolset> {
  /** The output folder of each target. */
  readonly folders: readonly string[];
  readonly toolsets: readonly Toolset[];
}

/** A written output folder. */
export interface WrittenFolder {
  readonly folder: string;
  /** The compiler's files in the folder that this run wrote or compared. */
  readonly files: readonly string[];
  /** The paths of the compiler's other files in the folder. They belong to restored toolsets, and this run did not read them. */
  readonly restored: readonly string[];
  /** The hashes in the record of the folder after the run. */
  readonly hashes: Hashes;
}

/**
 * The size and the change time (`ctime`) of a file, by which a change is recognized. The time changes with the content, name and
 * permissions of the file.
 */
type Stamp = readonly [path: string, size: number, changed: number];

/** An output folder with the stamps of the compiler's files in it. */
export interface StampedFolder {
  readonly folder: string;
  readonly files: readonly Stamp[];
}

/** The toolsets of a former run that can be restored, since their written files are unchanged, and the records of its output folders. */
export interface KeptToolsets<Toolset> {
  readonly find: (key: string) => Toolset | undefined;
  readonly recordOf: (folder: string) => string;
  /** The stamp of a file, by its absolute path. */
  readonly stampOf: (path: string) => Stamp | undefined;
}

/** For a run without a former one. */
export const nothingKept: KeptToolsets<never> = { find: () => undefined, recordOf: () => "", stampOf: () => undefined };

/**
 * Stamps the files that a run has written. Returns `undefined` if another run has written to the folders in the meantime, or if a file was
 * removed.
 */
export function stampFolders(
  outputs: readonly WrittenFolder[],
  former: Pick<KeptToolsets<unknown>, "stampOf"> = nothingKept,
): readonly StampedFolder[] | undefined {
  const current = outputs.map(({ folder, hashes }) => ({ record: readRecord(folder), hashes }));
  const stamped = outputs.map(({ folder, files, restored }, index) => {
    // A restored file keeps the stamp from the run that wrote it. A new stamp would hide a change that the user made during this run.
    const stamps = [
      ...restored.map((path) => former.stampOf(`${folder}/${path}`)),
      ...[...files, ...(current[index]?.record.texts.keys() ?? [])].map((path) => createStamp(folder, path)),
    ];
    return { folder, files: stamps.filter((stamp) => stamp !== undefined), isComplete: !stamps.includes(undefined) };
  });
  // Each run changes the record before any other file. So if the record is still the one of this run, no other run has changed a stamped
  // file.
  const isUnchanged = current.every(({ hashes, record }) => isRecordOf(hashes, record));
  return isUnchanged && stamped.every(({ isComplete }) => isComplete) ? stamped.map(({ folder, files }) => ({ folder, files })) : undefined;
}

/**
 * Prepares the toolsets of a run to be restored by the next run. None is restored if another run has written to an output folder in the
 * meantime.
 */
export function keepToolsets<Toolset extends RestorableToolset>({
  outputs,
  folders,
  toolsets,
}: ToolsetsOfRun<Toolset> & { readonly outputs: readonly StampedFolder[] }): KeptToolsets<Toolset> {
  const records = new Map<string, string>();
  const stamps = new Map<string, Stamp>();
  for (const { folder, files } of outputs) {
    if (!files.some((stamp) => stamp[0] === recordName && isStamped(folder, stamp))) return nothingKept;
    records.set(folder, readRecord(folder).text);
    for (const stamp of files) stamps.set(`${folder}/${stamp[0]}`, stamp);
  }
  const byKey = new Map(toolsets.map((toolset) => [toolset.key, toolset]));
  const isWritten = ({ files }: Toolset) =>
    files.every((ofTarget, index) => {
      const folder = folders[index];
      return folder !== undefined && ofTarget.every(({ path }) => isStamped(folder, stamps.get(`${folder}/${path}`)));
    });
  return {
    find: (key) => {
      const toolset = byKey.get(key);
      return toolset !== undefined && isWritten(toolset) ? toolset : undefined;
    },
    recordOf: (folder) => records.get(folder) ?? "",
    stampOf: (path) => stamps.get(path),
  };
}

/** Whether no file of a stamped folder has changed since it was stamped. */
export function isUntouched({ folder, files }: StampedFolder): boolean {
  return files.every((stamp) => isStamped(folder, stamp));
}

function isStamped(folder: string, stamp: Stamp | undefined): boolean {
  if (stamp === undefined) return false;
  const [path, size, changed] = stamp;
  const stats = statsOf(`${folder}/${path}`);
  return stats === undefined ? size === absent : stats.size === size && stats.ctimeMs === changed;
}

/** The size in the stamp of a path at which nothing exists. */
const absent = -1;

/** Stamps paths in a folder, also those at which nothing exists. */
export function stampFiles(folder: string, paths: readonly string[]): StampedFolder {
  return { folder, files: paths.map((path) => createStamp(folder, path) ?? [path, absent, 0]) };
}

/**
 * Stamps an output folder that a run is about to compare with its output: the files at `paths`, those in the records of the folder, the
 * records, and the folders that all of these are in. A later run that finds equal stamps would compare the same.
 */
export function stampOutput(folder: string, paths: readonly string[]): StampedFolder {
  const { hashes } = readRecord(folder);
  const records = foldersIn(join(folder, toolsetsFolder)).map((name) => `${toolsetsFolder}/${name}/${recordName}`);
  const files = [...paths, ...hashes.keys(), recordName, ...records];
  const all = [...files.flatMap(foldersOf), toolsetsFolder, ...files].map((path) => `${basename(folder)}/${path}`);
  return stampFiles(dirname(folder), [...new Set([basename(folder), ...all])]);
}

const toolsetsFolder = "toolsets";

function foldersIn(path: string): string[] {
  return statsOf(path)?.isDirectory()
    ? readdirSync(path, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? each.name : []))
    : [];
}

/** The folders of a path: `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  return Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index));
}

function createStamp(folder: string, path: string): Stamp | undefined {
  const stats = statsOf(join(folder, path));
  return stats && [path, stats.size, stats.ctimeMs];
}
