import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compareText } from "../source/compare.ts";
import type { File } from "../targets/target.ts";
import { errorCode, toFailure } from "./failure.ts";
import { rejectForeignFiles } from "./foreign-files.ts";
import { whileLocked } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import { statsOf } from "./output-folder.ts";
import { compareFolder, type FolderOutput, type Plan, planWrite } from "./plan.ts";
import { type Hashes, type OutputRecord, recordName, recordText, stagingPrefix } from "./record.ts";

/** The changes of a write. The paths are relative to the output folder. */
export interface Written {
  readonly folder: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** The paths of kept files of a former run, such as those of toolsets that did not compile. */
  readonly kept: readonly string[];
  /** The hashes in the record of the folder. */
  readonly hashes: Hashes;
}

/**
 * Updates the files of the compiler in an output folder. Other files in the folder are not changed. New and changed files are written to a
 * staging folder and then moved, so that after a crash each file has its old or its new text. Until all files are moved, the record
 * contains the hashes of both texts, so that the next run can continue.
 */
export function writeFolder(output: FolderOutput): Written {
  return toFailure(`Writing to "${output.out}"`, () => write(output));
}

function write(output: FolderOutput): Written {
  const seen = compareFolder(output);
  // The output folder is compared again while this run holds its lock file, since another run may have been writing during the first
  // comparison.
  const plan = isUpToDate(seen) ? seen : whileLocked(seen.folder, () => execute(checkedPlan(output), output.compiler));
  const { folder, added, changed, removed, unchanged, kept, hashes } = plan;
  return {
    folder,
    added: added.map(({ path }) => path),
    changed: changed.map(({ path }) => path),
    removed: removed.map(({ path }) => path),
    unchanged: unchanged.length,
    kept,
    hashes,
  };
}

function checkedPlan(output: FolderOutput): Plan {
  const plan = planWrite(output);
  if (output.beside === "nothing" && plan.record.text === "") rejectForeignFiles(output, plan.folder);
  return plan;
}

function isUpToDate({ added, changed, removed, obstacles, isRecordCurrent }: Plan): boolean {
  return added.length + changed.length + removed.length + obstacles.length === 0 && isRecordCurrent;
}

function execute(plan: Plan, compiler: string): Plan {
  // Another run may have written all files before this run got the lock.
  if (isUpToDate(plan)) return plan;
  const { folder, added, changed, removed, hashes, record } = plan;
  if (record.staging !== undefined) rmSync(join(folder, record.staging), { recursive: true, force: true });
  const staging = mkdtempSync(join(folder, stagingPrefix));
  replaceRecord(folder, staging, { hashes: union(record.hashes, hashes), staging: basename(staging), compiler });
  writeStaged(staging, [...added, ...changed]);
  moveInto(staging, folder);
  for (const { path } of removed) rmSync(join(folder, path), { force: true });
  const emptied = removed.map(({ path }) => path);
  removeEmptied(folder, emptied);
  replaceRecord(folder, folder, { hashes, staging: undefined, compiler });
  return plan;
}

function union(former: OutputRecord["hashes"], next: OutputRecord["hashes"]): OutputRecord["hashes"] {
  const both = new Map(former);
  for (const [path, hashes] of next) both.set(path, [...new Set([...(former.get(path) ?? []), ...hashes])]);
  return both;
}

/**
 * Replaces the record atomically, since with an incomplete record, all files would look like files of the user. If the record is a link,
 * the link itself is replaced.
 */
function replaceRecord(folder: string, draftFolder: string, record: Omit<OutputRecord, "text">): void {
  const draft = join(draftFolder, `${recordName}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, recordText(record), { flag: "wx" });
  renameSync(draft, join(folder, recordName));
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

/** Moves all files of a folder into another one. A new folder is moved as a whole, which needs one call instead of hundreds. */
function moveInto(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory() && statsOf(target) !== undefined) moveInto(source, target);
    else renameSync(source, target);
  }
  rmdirSync(from);
}

function removeEmptied(folder: string, paths: readonly string[]): void {
  const parents = new Set<string>();
  for (const path of paths) for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) parents.add(parent);
  // The longest paths come first, so that a folder comes after the folders inside it.
  for (const parent of [...parents].sort((a, b) => b.length - a.length || compareText(a, b))) {
    try {
      rmdirSync(join(folder, parent));
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
    }
  }
}
