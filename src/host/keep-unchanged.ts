import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../project/files/read-files.ts";
import type { Host } from "../project/load.ts";

/**
 * A file that has changed within this time, in milliseconds, is not kept: another change within the resolution of the file system's clock
 * would not change its stamp.
 */
const settlingTime = 100;

/**
 * Wraps a host so that it returns the same bytes as long as a file on disk does not change. The callers then need not parse the file again.
 */
export function keepUnchanged({ read, list }: Host, root: string): Host {
  const kept = new Map<string, { readonly stamp: string; readonly content: Content }>();
  return {
    list,
    read: async (path, reach) => {
      // The stamp is taken before the file is read. If the file changes between the two, its next stamp differs.
      const stats = statsOf(join(root, path));
      const stamp = stats && stampOf(stats);
      const known = kept.get(path);
      if (stamp !== undefined && known?.stamp === stamp) return known.content;
      const content = await read(path, reach);
      if (stats === undefined || stamp === undefined || Date.now() - stats.ctimeMs < settlingTime) kept.delete(path);
      else kept.set(path, { stamp, content });
      return content;
    },
  };
}

/** A text that changes if the content of a file changes, or if another file replaces it. */
function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // The wrapped host reports why the file cannot be read.
    return undefined;
  }
}
