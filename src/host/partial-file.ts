import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A file that is written in parts. Until `finish`, its bytes are in another file of the same folder, which `remove` removes. */
export interface PartialFile {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Moves the bytes to the path of the file, and returns their number. */
  readonly finish: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

export async function createPartialFile(path: string): Promise<PartialFile> {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
  const file: FileHandle = await open(partial, "wx");
  let size = 0;
  let isMoved = false;
  return {
    write: async (bytes) => {
      // Writes at the end, and again if the system takes fewer bytes.
      await file.writeFile(bytes);
      size += bytes.byteLength;
    },
    finish: async () => {
      await file.close();
      await rename(partial, path);
      isMoved = true;
      return size;
    },
    remove: async () => {
      if (isMoved) return;
      // A file that was closed can be closed again.
      await file.close();
      await rm(partial, { force: true });
    },
  };
}
