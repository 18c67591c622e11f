import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../source/text/hash.ts";
import { Failure, toFailure } from "../failure.ts";
import { statsOf } from "../output-folder.ts";
import { checkPath, formerReader, isOwn, normalizeLineEndings } from "./former-files.ts";
import { whileLocked } from "./lock.ts";
import { type OutputRecord, readRecord, recordName } from "./record.ts";
import { moveStaged, removeStagings } from "./staging.ts";

type IsGenerated = (text: string) => boolean;

/**
 * Completes the write of an interrupted run, for a command that reads an output folder. Waits for a run that is still writing. Throws a
 * `Failure` if the write cannot be completed, since some files of the folder are missing then.
 */
export function completeOutput(folder: string, isGenerated: IsGenerated): void {
  if (readRecord(folder).staging === undefined) return;
  toFailure(`Completing the output folder "${folder}", whose writing was interrupted,`, () =>
    whileLocked(folder, () => completeWrite(folder, isGenerated)),
  );
  if (readRecord(folder).staging === undefined) return;
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
  const next = stagedRecord(staging);
  const staged = next && stagedFiles(staging, "");
  if (next === undefined || staged === undefined) return undefined;
  const readStaged = formerReader(staging);
  for (const path of staged) {
    const text = readStaged(path) ?? "";
    if (!record.hashes.has(path) || !isGenerated(text) || next.get(path)?.[0] !== sha256(text)) return undefined;
  }
  const isStaged = new Set(staged);
  const readFormer = formerReader(folder);
  const leaving: string[] = [];
  for (const [path, known] of record.hashes) {
    checkPath(path);
    const former = readFormer(path);
    if (isStaged.has(path) || !next.has(path)) {
      if (former === undefined) continue;
      if (!isOwn(former, known) || !isGenerated(normalizeLineEndings(former))) return undefined;
      leaving.push(path);
      // A file that is not staged has come already, or has not changed.
    } else if (former === undefined || !isOwn(former, next.get(path))) return undefined;
  }
  return leaving;
}

/** The hashes in a staged record; `undefined` if there is none, as in the staging folder of a run that had not committed. */
function stagedRecord(staging: string): OutputRecord["hashes"] | undefined {
  if (statsOf(staging)?.isDirectory() !== true) return undefined;
  try {
    const { text, hashes, staging: other } = readRecord(staging);
    return text === "" || other !== undefined ? undefined : hashes;
  } catch (error) {
    if (error instanceof Failure) return undefined;
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
