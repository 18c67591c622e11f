import { compareText } from "../../source/text/compare.ts";
import { toFailure } from "../failure.ts";
import { diffLines } from "./line-diff.ts";
import { type FolderOutput, planWrite } from "./plan.ts";
import { hasConflict } from "./record.ts";

/** A difference between a file of an output folder and the result of a compilation. */
export interface FileDrift {
  readonly path: string;
  readonly change: "missing" | "outdated" | "left over";
  /** The changes that a compilation would make, as a short unified diff; empty for a file that is missing or left over. */
  readonly diff: string;
}

/** The changes that `writeFolder` would make; empty if the folder is up to date. */
export function checkFolder(output: FolderOutput): FileDrift[] {
  const { added, changed, removed, record } = toFailure(`Reading "${output.out}"`, () => planWrite(output));
  const drift: FileDrift[] = [
    ...added.map(({ path }) => ({ path, change: "missing" as const, diff: "" })),
    ...changed.map(({ path, former, text }) => ({ path, change: "outdated" as const, diff: diffLines(former, text) })),
    ...removed.map(({ path }) => ({ path, change: "left over" as const, diff: "" })),
    ...[...record.texts].flatMap(([path, text]) => (hasConflict(text) ? [{ path, change: "outdated" as const, diff: "" }] : [])),
  ];
  return drift.sort((a, b) => compareText(a.path, b.path));
}
