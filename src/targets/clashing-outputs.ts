import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { type Origin, valueAt } from "../source/tree.ts";
import { originInEntry, type RequestedTarget } from "./resolve-options.ts";
import type { File } from "./target.ts";

const clashingOutputs: Code<{ path: string; target: string; former: string; out: string }> = {
  code: "clashing-outputs",
  severity: "error",
  message: ({ path, target, former, out }) =>
    target === former
      ? `Two entries for "${target}" write a file "${path}" to "${out}", with different content.`
      : `"${former}" and "${target}" both write a file "${path}" to "${out}", with different content.`,
  help: "A folder holds one file of a name, so this entry makes no output. Give each target an output folder of its own.",
};

export const clashCodes: readonly Code<never>[] = [clashingOutputs];

/** The files that the target of an entry emitted. */
export interface EmittedFiles {
  readonly entry: RequestedTarget;
  readonly files: readonly File[];
}

/** The outputs that can be written together. Several targets may emit an equal file, such as a manifest. */
export function removeClashes(made: readonly EmittedFiles[]): Outcome<EmittedFiles[]> {
  const value: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const each of made) {
    const clash = value.filter((other) => writeToSameFolder(other, each)).flatMap((other) => clashOf(other, each) ?? [])[0];
    if (clash === undefined) value.push(each);
    else diagnostics.push(clash);
  }
  return { value, diagnostics };
}

/** Whether both are written to one folder. An entry that is not in the configuration is only checked, not written. */
function writeToSameFolder({ entry: a }: EmittedFiles, { entry: b }: EmittedFiles): boolean {
  return a.origin !== undefined && b.origin !== undefined && plainPath(a.out) === plainPath(b.out);
}

/** `generated` for `./generated/`. */
function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return (path.startsWith("/") ? "/" : "") + steps.join("/");
}

function clashOf(other: EmittedFiles, { entry, files }: EmittedFiles): Diagnostic | undefined {
  const texts = new Map(other.files.map(({ path, text }) => [path, text]));
  const clash = files.find(({ path, text }) => (texts.get(path) ?? text) !== text);
  if (clash === undefined) return undefined;
  const params = { path: clash.path, target: entry.target, former: other.entry.target, out: entry.out };
  const related = [{ message: "The other goes to the same folder.", place: folderPlace(other.entry) }];
  return diagnostic(clashingOutputs, params, folderPlace(entry), { related });
}

/** The origin of the entry's folder, or of its target if it has no folder. */
function folderPlace(entry: RequestedTarget): Origin {
  const written = originInEntry(entry, ["out"]);
  return valueAt(written.tree, written.path) === undefined ? originInEntry(entry, ["target"]) : written;
}
