import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isRecord } from "./json.ts";
import { oneByOne, type StoredTokens, type TokenStore } from "./oauth/token-store.ts";

export type { StoredTokens, TokenStore } from "./oauth/token-store.ts";

/** How long a process waits for another one that refreshes the same tokens, in milliseconds. That one waits 30 seconds for its request. */
const patience = 60_000;
const retryDelay = 20;
/** A lock whose owner is unknown was left by a crash if it is this old, in milliseconds. */
const staleAge = 120_000;

/** In one process, works for one file run one after another, whichever store they come from. */
const inThisProcess: TokenStore["whileLocked"] = /* @__PURE__ */ oneByOne();

/**
 * A store in a folder, which only this user can read: a file for each user and service. Several processes may use one folder. A crash leaves
 * the former tokens or the new ones.
 */
export function fileTokens(folder: string): TokenStore {
  const fileOf = (key: string) => join(folder, createHash("sha256").update(key).digest("hex"));
  return {
    get: (key) => readTokens(`${fileOf(key)}.json`),
    async set(key, tokens) {
      const file = `${fileOf(key)}.json`;
      if (tokens === undefined) return rm(file, { force: true });
      await makeFolder(folder);
      const draft = `${file}.${randomUUID()}`;
      try {
        await writeFile(draft, JSON.stringify({ formatVersion: 1, ...tokens }), { mode: 0o600, flag: "wx", flush: true });
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    whileLocked: (key, work) =>
      inThisProcess(fileOf(key), async () => {
        await makeFolder(folder);
        return whileHolding(`${fileOf(key)}.lock`, work);
      }),
  };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder may have been made by another program, for everybody.
  await chmod(folder, 0o700);
}

async function readTokens(file: string): Promise<StoredTokens | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    // The cast is safe: only `set` writes these files, in this version.
    return isRecord(read) && read["formatVersion"] === 1 ? (read as unknown as StoredTokens) : undefined;
  } catch {
    return undefined;
  }
}

/** Runs work while no other process holds a lock file. */
async function whileHolding<Value>(lock: string, work: () => Promise<Value>): Promise<Value> {
  const own = `${hostname()}\n${process.pid}\n${randomUUID()}`;
  const end = Date.now() + patience;
  while (!(await tryLock(lock, own))) {
    if (Date.now() > end) throw new Error(`Another process holds the lock of tokens "${lock}".`);
    if (await isStale(lock)) await removeStale(lock, own);
    else await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
  try {
    return await work();
  } finally {
    if ((await readText(lock)) === own) await rm(lock, { force: true });
  }
}

async function tryLock(lock: string, own: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    await file.writeFile(own).finally(() => file.close());
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether a lock was left by a crash. The lock of another machine is judged by its age, as is one that says nothing. */
async function isStale(lock: string): Promise<boolean> {
  const [host, process] = (await readText(lock))?.split("\n") ?? [];
  if (host === hostname()) return !isRunning(Number(process));
  const stats = await stat(lock).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > staleAge;
}

/** Removes a stale lock. A second lock lets only one process do so: a slow one could remove the new lock of a faster one. */
async function removeStale(lock: string, own: string): Promise<void> {
  const claim = `${lock}.stale`;
  if (!(await tryLock(claim, own))) {
    const stats = await stat(claim).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > staleAge) await rm(claim, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return;
  }
  try {
    if (await isStale(lock)) await rm(lock, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

function isRunning(id: number): boolean {
  // Works of this process run one after another, so its lock was left by a former process with its id.
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
