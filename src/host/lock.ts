import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, Failure } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";

/** The name of the lock in an output folder. It holds the id of the process that writes there, on a line. */
export const lockName = ".written.lock";

/** How long another run is waited for. A write takes less. */
const lockTimeout = 5000;
/** Whoever takes a lock writes its line at once: one that has none for so long was left by a crash. */
const emptyLockAge = 1000;
const retryDelay = 20;

/** Two runs at once would take each other's half-written files for the user's. */
export function whileLocked<T>(folder: string, action: () => T): T {
  makeFolder(folder);
  const lock = join(folder, lockName);
  takeLock(lock);
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): void {
  const end = Date.now() + lockTimeout;
  while (!isTaken(lock)) {
    if (Date.now() > end) {
      const owner = plainText(lock)?.trim();
      throw new Failure(
        `${owner ? `Process ${owner}` : "Another process"} is writing to the folder of "${lock}".`,
        "Wait for it to end. If it is no compiler, delete that file.",
      );
    }
    if (isStale(lock)) removeStale(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
  }
}

/** Makes the file, unless it is there. */
function isTaken(lock: string): boolean {
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

/** Of several runs that find a stale lock one removes it: another might remove what the first has put in its place. */
function removeStale(lock: string): void {
  const claim = `${lock}.stale`;
  if (!isTaken(claim)) {
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
