import { asFolder, folderOf, isBelow, pathFrom } from "../../../../project/files/paths.ts";
import { compareText } from "../../../../source/text/compare.ts";
import type { Suggestion } from "./schema-candidates.ts";

/** What a path may name, and where. */
export interface NamedFiles {
  /** The paths of all files of the project. */
  readonly files: readonly string[];
  /** The folders that the path may be relative to. */
  readonly folders: readonly string[];
  /** The endings of the files that it may name; with none, it names a folder. */
  readonly endings: readonly string[];
}

/** The next step of a path that is written up to the cursor: the files and folders in the folder that it names so far. */
export function pathCandidates(written: string, { files, folders, endings }: NamedFiles): readonly Suggestion[] {
  const beginning = folderOf(written);
  const steps = folders.flatMap((folder) => {
    const path = pathFrom(folder, beginning);
    return path === undefined ? [] : stepsIn(asFolder(path), files, endings);
  });
  return [...new Set(steps)].sort(compareText).map((step) => ({
    word: beginning + step,
    kind: step.endsWith("/") ? "folder" : "file",
    detail: "",
    documentation: "",
  }));
}

/** The names in a folder, with a slash after those of folders. */
function stepsIn(folder: string, files: readonly string[], endings: readonly string[]): string[] {
  const isNamed = (path: string) => endings.length === 0 || endings.some((ending) => path.endsWith(`.${ending}`));
  const names = files
    .filter((path) => isBelow(path, folder) && isNamed(path))
    .flatMap((path) => /^[^/]+\/?/.exec(path.slice(folder.length))?.[0] ?? []);
  return endings.length === 0 ? names.filter((name) => name.endsWith("/")) : names;
}
