import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";

/** How long to wait for further changes, in milliseconds: an editor makes several to save one file. */
const delay = 30;

export interface WatchedFolders {
  /** Watches these folders and no others; of one that does not exist, the nearest that does. */
  readonly set: (folders: readonly string[]) => void;
  readonly close: () => void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Tells a folder from another one that has replaced it. */
  readonly inode: number;
}

/**
 * Calls `onChange` after something in a watched folder was created, written, moved or removed. Folders are watched, not files:
 * editors save by moving another file into the place of the former, with which the watch of a file would end.
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
    const watcher = watch(folder, notify);
    // The folder is gone, or the system has no more watches to give.
    watcher.on("error", () => {
      drop(folder);
      notify();
    });
    watched.set(folder, { watcher, inode });
  };
  return {
    set: (folders) => {
      const wanted = new Map(folders.map(existing));
      for (const [folder, { inode }] of watched) if (wanted.get(folder) !== inode) drop(folder);
      for (const [folder, inode] of wanted) if (!watched.has(folder)) add(folder, inode);
    },
    close: () => {
      clearTimeout(timer);
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}

function existing(folder: string): readonly [folder: string, inode: number] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return [folder, stats.ino];
  return dirname(folder) === folder ? [folder, 0] : existing(dirname(folder));
}
