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
  const folders = new Map<string, WrittenFiles>();
  for (const each of emitted) {
    const written = writtenWith(each, folders);
    const clash = clashOf(each, written);
    if (clash !== undefined) {
      diagnostics.push(clash);
      continue;
    }
    value.push(each);
    for (const file of each.files) if (!written.has(file.path)) written.set(file.path, { file, entry: each.entry });
  }
  return { value, diagnostics };
}

/** The files that are written to a folder, by path, with the first entry that writes each. */
type WrittenFiles = Map<string, { readonly file: File; readonly entry: RequestedTarget }>;

/** The files in the folder of an entry. An entry without an origin is not in the configuration, and its files are not written. */
function writtenWith({ entry }: EmittedFiles, folders: Map<string, WrittenFiles>): WrittenFiles {
  const folder = plainPath(entry.out);
  if (entry.origin === undefined) return new Map();
  const written: WrittenFiles = folders.get(folder) ?? new Map();
  folders.set(folder, written);
  return written;
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

/** The diagnostic for the first file that an earlier entry writes with different content; `undefined` if there is no such file. */
function clashOf({ entry, files }: EmittedFiles, written: WrittenFiles): Diagnostic | undefined {
  const clash = files.find((file) => isOther(written.get(file.path)?.file, file));
  const former = clash === undefined ? undefined : written.get(clash.path)?.entry;
  if (clash === undefined || former === undefined) return undefined;
  const params = { path: clash.path, target: entry.target, former: former.target, out: entry.out };
  const related = [{ message: "The first output is written to the same folder.", place: folderPlace(former) }];
  return diagnostic(clashingOutputs, params, folderPlace(entry), { related });
}

/** The text of a file may be made only when it is read. */
function isOther(former: File | undefined, file: File): boolean {
  return former !== undefined && former.text !== file.text;
}

/** The origin of `out` in an entry, or of `target` if the entry has no `out`. */
function folderPlace(entry: RequestedTarget): Origin {
  const written = originInEntry(entry, ["out"]);
  return valueAt(written.tree, written.path) === undefined ? originInEntry(entry, ["target"]) : written;
}
