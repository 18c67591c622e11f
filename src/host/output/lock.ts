import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, Failure } from "../failure.ts";
import { makeFolder } from "../make-folder.ts";
import { statsOf } from "../output-folder.ts";
import { plainText } from "../plain-file.ts";

/** The name of the lock file in an output folder. It contains the id of the writing process, on one line. */
export const lockName = ".written.lock";

/** The maximum time to wait for the lock of another run, in milliseconds. A write takes less time. */
const lockTimeout = 5000;
/** A lock file that is empty for this time, in milliseconds, was left by a crash, since a process writes its line immediately. */
const emptyLockAge = 1000;
const retryDelay = 20;

/**
 * Runs an action while holding the lock of a folder. Without the lock, each of two simultaneous runs would mistake the files of the other
 * for files of the user.
 */
export function whileLocked<T>(folder: string, action: () => T): T {
  makeFolder(folder);
  const lock = join(folder, lockName);
  waitForLock(lock);
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Runs asynchronous work while holding a lock file, for at most `patience` milliseconds of waiting. A process must not take a lock that it
 * holds: it would take its own lock for one of a crash.
 */
export async function whileHolding<T>(lock: string, patience: number, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience;
  while (!tryLock(lock)) {
    if (Date.now() > end) throw heldTooLong(lock);
    if (isStale(lock)) removeStale(lock);
    else await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock of a folder is held by a run, or was left by a run that has crashed. */
export function lockState(folder: string): "free" | "held" | "stale" {
  const lock = join(folder, lockName);
  if (statsOf(lock) === undefined) return "free";
  return isStale(lock) ? "stale" : "held";
}

function waitForLock(lock: string): void {
  const end = Date.now() + lockTimeout;
  while (!tryLock(lock)) {
    if (Date.now() > end) throw heldTooLong(lock);
    if (isStale(lock)) removeStale(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
  }
}

function heldTooLong(lock: string): Failure {
  const owner = plainText(lock)?.trim();
  return new Failure(
    `The lock file "${lock}" says that ${owner ? `process ${owner}` : "another process"} is writing to its folder.`,
    "Wait until the process ends. If the process is not toolsetc, delete the lock file.",
  );
}

/** Creates the lock file. Returns false if it exists already. */
function tryLock(lock: string): boolean {
  let file: number;
  try {
    file = openSync(lock, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    writeFileSync(file, `${process.pid}\n`);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

function isStale(lock: string): boolean {
  const stats = statsOf(lock);
  if (stats === undefined || stats.isDirectory()) return false;
  const [, owner] = /^([1-9]\d*)\n$/.exec(plainText(lock) ?? "") ?? [];
  return owner === undefined ? Date.now() - stats.mtimeMs > emptyLockAge : !isRunning(Number(owner));
}

/**
 * Removes a stale lock. A second lock lets only one process remove it. Otherwise, a slow process could delete the new lock of a process
 * that was faster.
 */
function removeStale(lock: string): void {
  const claim = `${lock}.stale`;
  if (!tryLock(claim)) {
    const stats = statsOf(claim);
    if (stats !== undefined && Date.now() - stats.mtimeMs > emptyLockAge) rmSync(claim, { force: true });
    return;
  }
  try {
    if (isStale(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
