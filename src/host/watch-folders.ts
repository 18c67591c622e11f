import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "./failure.ts";

/** The time to wait for further changes, in milliseconds: editors make several changes to save one file. */
const delay = 30;

export interface WatchedFolders {
  /** Watches these folders and stops watching all others. If a folder does not exist, its nearest existing parent is watched. */
  readonly set: (folders: readonly string[]) => void;
  readonly close: () => void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** The number of the folder in the file system. It differs if another folder has replaced the folder at the same path. */
  readonly inode: number;
}

/**
 * Calls `onChange` after a file or folder in a watched folder was created, written, moved or removed. Folders are watched instead of files,
 * because editors replace a file when they save it, and that would end the watch of the file.
 */
export function watchFolders(onChange: () => void): WatchedFolders {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;
  const notify = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, delay);
  };
  const drop = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const add = (folder: string, inode: number) => {
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, notify);
    } catch (error) {
      const code = errorCode(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") throw unwatchable(folder, code ?? String(error));
      // The folder was removed after `existing` found it. The caller then sets the folders again in `onChange`.
      notify();
      return;
    }
    // The folder was removed. The caller then sets the folders again in `onChange`.
    watcher.on("error", () => {
      drop(folder);
      notify();
    });
    watched.set(folder, { watcher, inode });
  };
  return {
    set: (folders) => {
      const requested = new Map(folders.map(existing));
      for (const [folder, { inode }] of watched) if (requested.get(folder) !== inode) drop(folder);
      for (const [folder, inode] of requested) if (!watched.has(folder)) add(folder, inode);
    },
    close: () => {
      clearTimeout(timer);
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}

function unwatchable(folder: string, code: string): Failure {
  return code === "ENOSPC" || code === "EMFILE"
    ? new Failure(
        `"${folder}" cannot be watched: the system allows no more watched folders (${code}).`,
        "Close other programs that watch files, or raise the limit: fs.inotify.max_user_watches and max_user_instances on Linux.",
      )
    : new Failure(`"${folder}" cannot be watched (${code}).`, "Check the permissions of the folder.");
}

function existing(folder: string): readonly [folder: string, inode: number] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return [folder, stats.ino];
  return dirname(folder) === folder ? [folder, 0] : existing(dirname(folder));
}
