import { rmSync } from "node:fs";

/** Removes an unfinished file after an error. Errors of the removal are ignored, since the caller reports the first error. */
export function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The file does not exist, or its folder cannot be written.
  }
}
