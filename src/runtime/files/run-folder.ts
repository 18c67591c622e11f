import { rmSync } from "node:fs";
import { lstat, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The beginning of the names of such folders. */
const prefix = "toolsetc-files-";

/** A folder may lack its time for this long, while it is made. */
const graceMilliseconds = 60_000;

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The folders of this process, which are removed when it ends. */
const folders = /* @__PURE__ */ new Set<string>();

/**
 * Makes a folder that only the user can read, and that is removed when the process ends. Its modification time is the time at which it may
 * be removed if the process has crashed.
 */
export async function makeRunFolder(until: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (folders.size === 0) {
    process.on("exit", removeFolders);
    // As the first listener, since a listener that is called once is not counted while it runs.
    for (const signal of endingSignals) process.prependListener(signal, endBySignal);
  }
  folders.add(folder);
  await keepUntil(folder, until);
  return folder;
}

/** Sets the time at which the folder may be removed if the process has crashed. */
export async function keepUntil(folder: string, until: number): Promise<void> {
  await utimes(folder, until / 1000, until / 1000);
}

export async function removeRunFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size > 0) return;
  process.off("exit", removeFolders);
  for (const signal of endingSignals) process.off(signal, endBySignal);
}

/** Removes the folders of processes of this user that have crashed. */
export async function removeOldFolders(): Promise<void> {
  const parent = tmpdir();
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // Another process may remove the folder at the same time.
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isDirectory() !== true || stats.uid !== (process.getuid?.() ?? stats.uid)) continue;
    if (stats.mtimeMs + graceMilliseconds < Date.now()) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Removes the folders and ends the process, unless the program has listeners of its own, which decide whether it ends. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeFolders();
  process.off(signal, endBySignal);
  process.kill(process.pid, signal);
}
