import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compareText } from "../../source/text/compare.ts";
import { sha256 } from "../../source/text/hash.ts";
import type { File } from "../../targets/target.ts";
import { errorCode } from "../failure.ts";
import { makeFolder } from "../make-folder.ts";
import { statsOf } from "../output-folder.ts";
import { plainText } from "../plain-file.ts";
import { normalizeLineEndings } from "./former-files.ts";
import type { Plan } from "./plan.ts";
import { type Hashes, isStaging, recordName, recordText, stagingPrefix, unfinishedRecordText } from "./record.ts";

/**
 * Writes all new and changed files of a plan to a new folder inside the output folder, with the record of the folder after the write. Then
 * commits: once the record of the output folder names the staging folder, every later run can complete the write. Returns the path of the
 * staging folder. After an error, nothing has changed.
 */
export function stage(plan: Plan, compiler: string): string {
  const { folder, added, changed, record, records, hashes } = plan;
  const staging = mkdtempSync(join(folder, stagingPrefix));
  const [formerRecords, nextRecords] = [hashesOf(formerRecordsOf(record)), hashesOf(records.ofToolsets)];
  const unfinished = unfinishedRecordText({
    hashes: union(record.hashes, hashes),
    staging: basename(staging),
    next: new Map([...hashes, ...nextRecords]),
    records: union(formerRecords, nextRecords),
    compiler,
  });
  try {
    const isChanged = ([path, text]: readonly [string, string]) => record.texts.get(path) !== text;
    writeStaged(staging, [...added, ...changed, ...[...records.ofToolsets].filter(isChanged).map(([path, text]) => ({ path, text }))]);
    writeFileSync(join(staging, recordName), recordText(records.own, compiler), {
      flag: "wx",
    });
    // The record is replaced atomically, since with an incomplete record, all files would look like files of the user. If the record is a
    // link, the link itself is replaced.
    const draft = join(staging, `${recordName}.new`);
    writeFileSync(draft, unfinished, { flag: "wx" });
    retried(() => renameSync(draft, join(folder, recordName)));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  return staging;
}

/** The paths of the files that leave an output folder before the staged files come: the former texts of what changes or is removed. */
export function leavingPaths({ changed, removed, record, records }: Plan): string[] {
  const formerRecords = [...formerRecordsOf(record)].filter(([path, text]) => records.ofToolsets.get(path) !== text);
  return [...[...changed, ...removed].map(({ path }) => path), ...formerRecords.map(([path]) => path)];
}

/** The texts of the records of toolsets before a write. */
function formerRecordsOf({ texts }: Plan["record"]): ReadonlyMap<string, string> {
  return new Map([...texts].filter(([path]) => path !== recordName));
}

/** The hashes of records, which Git may have given other line endings. */
function hashesOf(texts: ReadonlyMap<string, string>): Hashes {
  return new Map([...texts].map(([path, text]) => [path, [sha256(normalizeLineEndings(text))]]));
}

/**
 * Replaces the files of an output folder by staged ones. All former files leave before the first staged file comes, so that the folder never
 * contains files of both versions: a module that imports a file which is not there cannot be loaded. The files that import others, which are
 * further up, leave first and come last.
 */
export function moveStaged(folder: string, staging: string, leaving: readonly string[]): void {
  const depth = (path: string) => path.split("/").length;
  for (const path of leaving.toSorted((a, b) => depth(a) - depth(b) || compareText(a, b))) {
    retried(() => rmSync(join(folder, path), { force: true }));
  }
  removeEmptied(folder, leaving);
  moveInto(staging, folder);
}

/**
 * Removes the staging folders of interrupted runs. Files that the compiler did not write are kept, with their folders: anyone can create a
 * folder with such a name.
 */
export function removeStagings(folder: string, isGenerated: (text: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && isStaging(entry.name)) removeGenerated(join(folder, entry.name), isGenerated);
}

/** Whether an output folder has a staging folder. */
export function hasStaging(folder: string): boolean {
  return statsOf(folder) !== undefined && readdirSync(folder).some(isStaging);
}

function union(former: Hashes, next: Hashes): Hashes {
  const both = new Map(former);
  for (const [path, hashes] of next) both.set(path, [...new Set([...(former.get(path) ?? []), ...hashes])]);
  return both;
}

function writeStaged(staging: string, files: readonly File[]): void {
  const made = new Set<string>();
  for (const { path, text } of files) {
    const parent = dirname(path);
    if (!made.has(parent)) makeFolder(join(staging, parent));
    made.add(parent);
    writeFileSync(join(staging, path), text);
  }
}

/**
 * Moves all files of a folder into another one: first the folders, then the files, and the record last. A new folder is moved as a whole,
 * which needs one call instead of hundreds.
 */
function moveInto(from: string, to: string): void {
  const entries = readdirSync(from, { withFileTypes: true });
  const order = (index: number) => (entries[index]?.isDirectory() ? 0 : entries[index]?.name === recordName ? 2 : 1);
  for (const entry of [...entries.keys()].sort((a, b) => order(a) - order(b)).map((index) => entries[index])) {
    if (entry === undefined) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory() && statsOf(target) !== undefined) moveInto(source, target);
    else retried(() => renameSync(source, target));
  }
  retried(() => rmdirSync(from));
}

function removeEmptied(folder: string, paths: readonly string[]): void {
  const parents = new Set<string>();
  for (const path of paths) for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) parents.add(parent);
  // The longest paths come first, so that a folder comes after the folders inside it.
  for (const parent of [...parents].sort((a, b) => b.length - a.length || compareText(a, b))) removeIfEmpty(join(folder, parent));
}

/** Removes the generated files of a folder. Empty files are removed too: a run that was killed may not have written their text yet. */
function removeGenerated(folder: string, isGenerated: (text: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeGenerated(path, isGenerated);
    else if (entry.isFile()) {
      const text = plainText(path) ?? "";
      if (text === "" || isGenerated(text)) unlinkSync(path);
    }
  }
  removeIfEmpty(folder);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
  }
}

/** The number of attempts, and the first delay in milliseconds. All attempts together take a second. */
const attempts = 10;
const firstDelay = 20;

/** Repeats an operation that Windows rejects while another program, such as a virus scanner or an editor, has opened the file. */
function retried(action: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      action();
      return;
    } catch (error) {
      const isInUse = process.platform === "win32" && ["EPERM", "EBUSY", "EACCES"].includes(errorCode(error) ?? "");
      if (!isInUse || attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * firstDelay);
    }
  }
}
