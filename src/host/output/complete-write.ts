import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../source/text/hash.ts";
import { Failure, toFailure } from "../failure.ts";
import { statsOf } from "../output-folder.ts";
import { checkPath, formerFiles, isOwn, normalizeLineEndings } from "./former-files.ts";
import { whileLocked } from "./lock.ts";
import { type OutputRecord, readRecord, recordName, stagingOf } from "./record.ts";
import { moveStaged, removeStagings } from "./staging.ts";

type IsGenerated = (text: string) => boolean;

/**
 * Completes the write of an interrupted run, for a command that reads an output folder. Waits for a run that is still writing. Throws a
 * `Failure` if the write cannot be completed, since some files of the folder are missing then.
 */
export function completeOutput(folder: string, isGenerated: IsGenerated): void {
  if (stagingOf(folder) === undefined) return;
  toFailure(`Completing the output folder "${folder}", whose writing was interrupted,`, () =>
    whileLocked(folder, () => completeWrite(folder, isGenerated)),
  );
  if (stagingOf(folder) === undefined) return;
  throw new Failure(
    `The output folder "${folder}" is incomplete, because a run that wrote it was interrupted, and its files have changed since then.`,
    "Compile again.",
  );
}

/**
 * Completes the write of an interrupted run if it was committed, and removes what interrupted runs have left. The folder must be locked. If
 * the files have changed in the meantime, such that the write cannot be completed, the folder stays incomplete until the next write.
 */
export function completeWrite(folder: string, isGenerated: IsGenerated): void {
  const record = readRecord(folder);
  if (record.staging !== undefined) {
    const staging = join(folder, record.staging);
    const leaving = leavingFiles({ folder, staging, record }, isGenerated);
    if (leaving !== undefined) moveStaged(folder, staging, leaving);
  }
  removeStagings(folder, isGenerated);
}

interface Interrupted {
  readonly folder: string;
  readonly staging: string;
  readonly record: OutputRecord;
}

/**
 * The former files that must leave an output folder before the staged files come; `undefined` if the staging folder is not what a run
 * committed, or if a file of the user is in the way. Anyone can change the record and the staging folder, so both are checked.
 */
function leavingFiles({ folder, staging, record }: Interrupted, isGenerated: IsGenerated): readonly string[] | undefined {
  const { next } = record;
  const all = new Map([...record.hashes, ...record.records]);
  const staged = hasRecord(staging) ? stagedFiles(staging, "") : undefined;
  if (staged === undefined) return undefined;
  const { read: readStaged } = formerFiles(staging);
  for (const path of staged) {
    const text = readStaged(path) ?? "";
    if (!all.has(path) || !isGenerated(text) || next.get(path)?.[0] !== sha256(text)) return undefined;
  }
  const stagedPaths = new Set(staged);
  const { read: readFormer } = formerFiles(folder);
  const leaving: string[] = [];
  for (const [path, known] of all) {
    checkPath(path);
    const former = readFormer(path);
    if (stagedPaths.has(path) || !next.has(path)) {
      if (former === undefined) continue;
      if (!isOwn(former, known) || !isGenerated(normalizeLineEndings(former))) return undefined;
      leaving.push(path);
      // A file that is not staged has come already, or has not changed.
    } else if (former === undefined || !isOwn(former, next.get(path))) return undefined;
  }
  return leaving;
}

/** Whether a staging folder has the record that comes last; false for the staging folder of a run that had not committed. */
function hasRecord(staging: string): boolean {
  if (statsOf(staging)?.isDirectory() !== true) return false;
  try {
    const { texts, staging: other } = readRecord(staging);
    return texts.has(recordName) && other === undefined;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The paths of staged files other than the record; `undefined` if there is anything else than files and folders. */
function stagedFiles(staging: string, within: string): readonly string[] | undefined {
  const files: string[] = [];
  for (const entry of readdirSync(join(staging, within), { withFileTypes: true })) {
    const path = `${within}${entry.name}`;
    if (entry.isDirectory()) {
      const inside = stagedFiles(staging, `${path}/`);
      if (inside === undefined) return undefined;
      files.push(...inside);
    } else if (!entry.isFile()) return undefined;
    else if (path !== recordName) files.push(path);
  }
  return files;
}
