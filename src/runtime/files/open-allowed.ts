import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";

/** An open file, and what the system says of it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens the file at `path` if it is a regular file in one of `folders`, which are real paths; otherwise `undefined`, so that the answer says
 * nothing about files elsewhere. A relative path is relative to each of the folders.
 */
export async function openAllowed(path: string, folders: readonly string[]): Promise<OpenFile | undefined> {
  for (const folder of folders) {
    const found = await openBelow(folder, resolve(folder, path)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function openBelow(folder: string, path: string): Promise<OpenFile | undefined> {
  const real = await realpath(path);
  // To open a device can have an effect, and to open a pipe waits for a writer, so the kind is looked at before too.
  if (!isBelow(real, folder) || !(await lstat(real)).isFile()) return undefined;
  const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = await handle.stat({ bigint: true });
    // Between these steps, another process may replace a folder of the path by a link. So the file that is open decides, not its path.
    if (stats.isFile() && (await isOpenBelow(folder, { handle, stats }, real))) return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** Whether the file that is open is below the folder. */
async function isOpenBelow(folder: string, { handle, stats }: OpenFile, real: string): Promise<boolean> {
  // Linux knows the path of an open file.
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return isBelow(known, folder);
  // Elsewhere, no part of the path may be a link, and the file at the path must be the one that is open.
  const { dev, ino } = await lstat(real, { bigint: true });
  return (await realpath(real)) === real && dev === stats.dev && ino === stats.ino;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
