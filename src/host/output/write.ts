import { toFailure } from "../failure.ts";
import { completeWrite } from "./complete-write.ts";
import { rejectForeignFiles } from "./foreign-files.ts";
import { lockState, whileLocked } from "./lock.ts";
import { compareFolder, type FolderOutput, type Plan, planWrite } from "./plan.ts";
import { hasStaging, leavingPaths, moveStaged, stage } from "./staging.ts";
import type { WrittenFolder } from "./written-run.ts";

/** A written output folder, and the changes of the write. The paths are relative to the folder. */
export interface Written extends WrittenFolder {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/**
 * Updates the files of the compiler in an output folder. Other files in the folder are not changed. All new and changed files are written
 * to a staging folder; then the former files leave, and the staged ones come. After a crash, each file has its old or its new text, and
 * there are never files of both versions. The record then names the staging folder and contains the hashes of both texts of a file, so that
 * the next run completes the write.
 */
export function writeFolder(output: FolderOutput): Written {
  return toFailure(`Writing to "${output.out}"`, () => write(output));
}

function write(output: FolderOutput): Written {
  const seen = compareFolder(output);
  // The output folder is compared again while this run holds its lock file, since another run may have been writing during the first
  // comparison.
  const plan = isUpToDate(seen) && !hasLeftovers(seen.folder) ? seen : whileLocked(seen.folder, () => execute(output, seen.folder));
  const { folder, added, changed, removed, unchanged, kept, hashes } = plan;
  return {
    folder,
    added: added.map(({ path }) => path),
    changed: changed.map(({ path }) => path),
    removed: removed.map(({ path }) => path),
    unchanged: unchanged.length,
    files: [...output.files.map(({ path }) => path), ...kept],
    restored: output.restored?.paths ?? [],
    hashes,
  };
}

function checkedPlan(output: FolderOutput): Plan {
  const plan = planWrite(output);
  if (output.mayContain === "nothing" && plan.record.text === "") rejectForeignFiles(output, plan.folder);
  return plan;
}

/** Whether an interrupted run has left files. A run that is still writing removes its own. */
function hasLeftovers(folder: string): boolean {
  const lock = lockState(folder);
  return lock === "stale" || (lock === "free" && hasStaging(folder));
}

function isUpToDate({ added, changed, removed, obstacles, isRecordCurrent }: Plan): boolean {
  return added.length + changed.length + removed.length + obstacles.length === 0 && isRecordCurrent;
}

function execute(output: FolderOutput, folder: string): Plan {
  completeWrite(folder, output.isGenerated);
  const plan = checkedPlan(output);
  // Another run may have written all files before this run got the lock.
  if (isUpToDate(plan)) return plan;
  const staging = stage(plan, output.compiler);
  moveStaged(folder, staging, leavingPaths(plan));
  return plan;
}
