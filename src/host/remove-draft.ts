import { rmSync } from "node:fs";

/** Removes an unfinished file after an error. Ignores errors, since the caller reports the first one. */
export function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The file does not exist, or its folder cannot be written.
  }
}
