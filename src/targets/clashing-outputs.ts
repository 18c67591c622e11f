import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { RequestedTarget } from "../project/config/config.ts";
import { type Origin, valueAt } from "../source/tree.ts";
import { clashingOutputs } from "./codes.ts";
import { originInEntry } from "./resolve-options.ts";
import type { File, FileSummary } from "./target.ts";

/** The entry of a requested target, and the files that the target emitted for it. */
export interface EmittedFiles {
  readonly entry: RequestedTarget;
  readonly files: readonly File[];
  readonly restored: readonly FileSummary[];
}

/**
 * Omits the files of each entry that has a file with the same path as a file of an earlier entry, but different content. Equal files, such
 * as manifests, do not clash.
 */
export function removeClashes(emitted: readonly EmittedFiles[]): Outcome<EmittedFiles[]> {
  const value: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const each of emitted) {
    const clash = value.filter((other) => writeToSameFolder(other, each)).flatMap((other) => clashOf(other, each) ?? [])[0];
    if (clash === undefined) value.push(each);
    else diagnostics.push(clash);
  }
  return { value, diagnostics };
}

/**
 * Whether the files of two entries are written to the same folder. An entry without an origin is not in the configuration, and its files
 * are not written.
 */
function writeToSameFolder({ entry: a }: EmittedFiles, { entry: b }: EmittedFiles): boolean {
  return a.origin !== undefined && b.origin !== undefined && plainPath(a.out) === plainPath(b.out);
}

/** A path in its shortest form: `./generated/` becomes `generated`. */
function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return (path.startsWith("/") ? "/" : "") + steps.join("/");
}

/** The diagnostic for the first file that two entries write with different content; `undefined` if there is no such file. */
function clashOf(other: EmittedFiles, { entry, files }: EmittedFiles): Diagnostic | undefined {
  const texts = new Map(other.files.map(({ path, text }) => [path, text]));
  const clash = files.find(({ path, text }) => (texts.get(path) ?? text) !== text);
  if (clash === undefined) return undefined;
  const params = { path: clash.path, target: entry.target, former: other.entry.target, out: entry.out };
  const related = [{ message: "The first output is written to the same folder.", place: folderPlace(other.entry) }];
  return diagnostic(clashingOutputs, params, folderPlace(entry), { related });
}

/** The origin of `out` in an entry, or of `target` if the entry has no `out`. */
function folderPlace(entry: RequestedTarget): Origin {
  const written = originInEntry(entry, ["out"]);
  return valueAt(written.tree, written.path) === undefined ? originInEntry(entry, ["target"]) : written;
}
