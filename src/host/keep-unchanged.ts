import { statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../project/load.ts";
import type { Content } from "../project/read-files.ts";

/** Wraps a host so that it returns the same bytes while a file on disk does not change. Such a file is neither read nor parsed again. */
export function keepUnchanged({ read, list }: Host, root: string): Host {
  const kept = new Map<string, { readonly stamp: string; readonly content: Content }>();
  return {
    list,
    read: async (path) => {
      // The stamp is taken before the file is read. If the file changes in between, its next stamp differs.
      const stamp = stampOf(join(root, path));
      const known = kept.get(path);
      if (stamp !== undefined && known?.stamp === stamp) return known.content;
      const content = await read(path);
      if (stamp === undefined) kept.delete(path);
      else kept.set(path, { stamp, content });
      return content;
    },
  };
}

/** The identity of a file, which changes with its content and if another file replaces it; `undefined` if there is no file. */
function stampOf(path: string): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    // The host reports why the file cannot be read.
    return undefined;
  }
}
