import { statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../project/load.ts";
import type { Content } from "../project/read-files.ts";

/** A host that returns the same bytes again as long as a file on disk is the same, so that it is neither read nor parsed again. */
export function keepUnchanged({ read, list }: Host, root: string): Host {
  const kept = new Map<string, { readonly stamp: string; readonly content: Content }>();
  return {
    list,
    read: async (path) => {
      // Before the file is read: a change in between gives it another stamp the next time.
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

/** What tells a file from its former content and from another file in its place. */
function stampOf(path: string): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    // The host says why it cannot be read.
    return undefined;
  }
}
