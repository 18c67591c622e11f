import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../src/project/load.ts";

/** A host whose root is a folder of the disk. */
export function folderHost(root: string): Host {
  return {
    list: async () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    read: async (path) => {
      const whole = join(root, path);
      const status = statSync(whole, { throwIfNoEntry: false });
      return status === undefined ? "absent" : status.isDirectory() ? "folder" : readFileSync(whole);
    },
  };
}
