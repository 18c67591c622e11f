import { resolve } from "node:path";
import { compareText } from "../../source/text/compare.ts";
import { sha256 } from "../../source/text/hash.ts";
import type { File } from "../../targets/target.ts";
import { Failure } from "../failure.ts";
import { outputFolder } from "../output-folder.ts";
import { checkPath, formerFiles, isOwn, normalizeLineEndings } from "./former-files.ts";
import { type Hashes, isRecordOf, type OutputRecord, readRecord, recordName, toolsetFolder } from "./record.ts";
import { divideRecord, type RecordFiles } from "./record-files.ts";

/** The content of an output folder after a write. */
export interface FolderOutput {
  /** The root of the project. An output folder must not contain the root. */
  readonly root: string;
  /** The path of the output folder, relative to the root or absolute. */
  readonly out: string;
  readonly files: readonly File[];
  /** The paths of files that are already in the folder, since a former run wrote them, and the text of the record that lists them. */
  readonly restored?: { readonly paths: readonly string[]; readonly record: string };
  /** The folders of toolsets that have a record of their own, such as `toolsets/github/`, so that branches that change others do not conflict. */
  readonly toolsetFolders?: readonly string[];
  /**
   * `whole`: all other files of the compiler in the folder are removed. `part`: they are removed only in the folders of toolsets that
   * compiled.
   */
  readonly extent: "whole" | "part";
  /** Whether a text looks like output of the compiler. The record alone is not sufficient, since anyone can change that file. */
  readonly isGenerated: (text: string) => boolean;
  /**
   * Adds to a file the parts of its former text about files that are neither written nor removed, such as the exports of these files in the
   * root module.
   */
  readonly withKept?: (file: File, former: string, isKept: (path: string) => boolean) => File;
  /** What a folder without a record may contain: `nothing` but the files to write, or other `files` too. */
  readonly mayContain: "nothing" | "files";
  /** The version of the compiler. */
  readonly compiler: string;
}

/** The changes of a write, computed before any file is changed. */
export interface Plan {
  readonly folder: string;
  readonly added: readonly File[];
  readonly changed: readonly (File & { readonly former: string })[];
  readonly removed: readonly { readonly path: string; readonly former: string }[];
  readonly unchanged: readonly string[];
  /** The paths of files that a former run wrote and that are neither written nor removed now. */
  readonly kept: readonly string[];
  /** The hashes in the record after the write. */
  readonly hashes: Hashes;
  /** The record before the write. */
  readonly record: OutputRecord;
  /** The records after the write. */
  readonly records: RecordFiles;
  readonly isRecordCurrent: boolean;
  /** Files of the user at paths that the compiler would write or remove. */
  readonly obstacles: readonly string[];
}

/**
 * Merges the outputs that have the same folder. If they were written one after the other, the second write would remove the files of the
 * first.
 */
export function byFolder(outputs: readonly FolderOutput[]): FolderOutput[] {
  const folders = new Map<string, FolderOutput>();
  for (const output of outputs) {
    const folder = resolve(output.root, output.out);
    const known = folders.get(folder);
    folders.set(
      folder,
      known === undefined
        ? output
        : {
            ...known,
            ...mergeFiles(known, output),
            toolsetFolders: [...(known.toolsetFolders ?? []), ...(output.toolsetFolders ?? [])],
            extent: known.extent === "part" ? "part" : output.extent,
          },
    );
  }
  return [...folders.values()];
}

/**
 * Merges the files of two outputs with the same folder. Both may have a file with the same path and text, such as a manifest. Throws if the
 * texts differ: the folders in the configuration differ, but `--out` writes all outputs to one folder, and two paths may lead to the same
 * folder.
 */
function mergeFiles(known: FolderOutput, { files, out, restored }: FolderOutput): Pick<FolderOutput, "files" | "restored"> {
  const texts = new Map(known.files.map(({ path, text }) => [path, text]));
  const differing = files.find(({ path, text }) => texts.has(path) && texts.get(path) !== text);
  if (differing !== undefined) {
    throw new Failure(
      `Two targets write a file "${differing.path}" to "${out}", with different content.`,
      "Give each target an output folder of its own in toolsetc.yaml, and compile without --out.",
    );
  }
  return {
    files: [...known.files, ...files.filter(({ path }) => !texts.has(path))],
    ...(restored === undefined
      ? {}
      : { restored: { ...restored, paths: [...new Set([...(known.restored?.paths ?? []), ...restored.paths])] } }),
  };
}

/** Compares an output folder with the output. Throws if files of the user are at paths that the compiler would write or remove. */
export function planWrite(output: FolderOutput): Plan {
  const plan = compareFolder(output);
  if (plan.obstacles.length > 0) failOnObstacles(plan.obstacles, plan.record.hashes, output.out);
  return plan;
}

/**
 * Compares an output folder with the output. Files of the user do not cause an error, since files that another run is just writing look
 * like files of the user.
 */
export function compareFolder({
  root,
  out,
  files,
  restored = nothingRestored,
  toolsetFolders = [],
  extent,
  isGenerated,
  withKept = asEmitted,
}: FolderOutput): Plan {
  const folder = outputFolder(root, out);
  const record = readRecord(folder);
  const { read: readFormer, has: isThere } = formerFiles(folder);
  const added: File[] = [];
  const changed: (File & { readonly former: string })[] = [];
  const removed: { readonly path: string; readonly former: string }[] = [];
  const unchanged: string[] = [];
  const kept: string[] = [];
  const obstacles: string[] = [];
  const hashes = new Map<string, readonly string[]>();
  const compiled = new Set([...files.map(({ path }) => path), ...restored.paths].map(toolsetFolder));
  const mayKeep = (path: string): boolean => {
    const toolset = toolsetFolder(path);
    return extent === "part" && (toolset === undefined || !compiled.has(toolset));
  };
  const isKept = (path: string): boolean => mayKeep(path) && record.hashes.has(path) && isThere(path);
  const isOutput = (path: string, former: string): boolean =>
    isOwn(former, record.hashes.get(path)) && isGenerated(normalizeLineEndings(former));

  for (const path of restored.paths) {
    checkPath(path);
    const known = record.hashes.get(path);
    if (record.text !== restored.record || known?.length !== 1)
      throw new Failure(`Another run has written to "${out}" in the meantime.`, "Nothing was written. Compile again.");
    hashes.set(path, known);
    unchanged.push(path);
  }

  for (const emitted of files) {
    checkPath(emitted.path);
    if (hashes.has(emitted.path)) throw new Error(`${emitted.path} is written twice`);
    const former = readFormer(emitted.path);
    const isMerged = extent === "part" && former !== undefined && isOutput(emitted.path, former);
    const file = isMerged ? withKept(emitted, normalizeLineEndings(former), isKept) : emitted;
    hashes.set(file.path, [hashOf(file)]);
    if (former === undefined) added.push(file);
    else if (former === file.text || normalizeLineEndings(former) === file.text) unchanged.push(file.path);
    else if (isOutput(file.path, former)) changed.push({ ...file, former });
    else obstacles.push(file.path);
  }
  for (const [path, known] of record.hashes) {
    if (hashes.has(path)) continue;
    checkPath(path);
    // The files of other toolsets are not read: a run of one toolset would read those of all.
    if (mayKeep(path)) {
      if (!isThere(path)) continue;
      kept.push(path);
      hashes.set(path, known);
      continue;
    }
    const former = readFormer(path);
    if (former === undefined) continue;
    if (isOutput(path, former)) removed.push({ path, former });
    else obstacles.push(path);
  }

  const records = divideRecord(hashes, toolsetFolders, record);
  for (const path of records.ofToolsets.keys()) if (!record.texts.has(path) && isThere(path)) obstacles.push(path);
  const formerRecords = [...record.texts.keys()].filter((path) => path !== recordName);
  const areAllThere = formerRecords.length === records.ofToolsets.size && formerRecords.every((path) => records.ofToolsets.has(path));
  const isRecordCurrent = areAllThere && (record.texts.has(recordName) || hashes.size === 0) && isRecordOf(hashes, record);
  return {
    folder,
    added,
    changed,
    removed,
    unchanged,
    kept,
    hashes,
    record,
    records,
    isRecordCurrent,
    obstacles,
  };
}

const knownHashes = new WeakMap<File, string>();

/** The hash of a file's text. It is computed only once, although a write compares each file twice. */
function hashOf(file: File): string {
  const hash = knownHashes.get(file) ?? sha256(file.text);
  knownHashes.set(file, hash);
  return hash;
}

const nothingRestored = { paths: [], record: "" };

function asEmitted(file: File): File {
  return file;
}

function failOnObstacles(paths: readonly string[], hashes: Hashes, out: string): never {
  const named = [...paths]
    .sort(compareText)
    .slice(0, 10)
    .map((path) => `"${path}" ${hashes.has(path) ? "was written or edited by hand" : "was not written by the compiler"}`);
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : "";
  const help =
    "Nothing was written. The compiler never overwrites or removes files that it did not write. Move or delete these files, and compile again.";
  throw new Failure(`In the output folder "${out}", ${named.join(", ")}${more}.`, help);
}
