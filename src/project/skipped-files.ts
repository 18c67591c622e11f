import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Tree } from "../source/tree.ts";
import { saysItsKind } from "./find-resource.ts";
import { skippedFile } from "./load-codes.ts";
import type { Found } from "./load-input.ts";
import { nowhere } from "./loading.ts";
import { folderOf } from "./paths.ts";

/** Files beside definitions that are none and that nothing reads. A folder without definitions may hold anything. */
export function skippedFiles({ unclaimed, resources }: Found, files: ReadonlyMap<string, Tree | undefined>): Diagnostic[] {
  const foldersOf = (some: Found["resources"]) => new Set(some.map(({ tree }) => folderOf(tree.source.path)));
  const folders = foldersOf(resources);
  // A definition with a mistake in it may mean any of the files beside it.
  const unclear = foldersOf(resources.filter((resource) => !saysItsKind(resource)));
  const skipped = unclaimed.filter((path) => folders.has(folderOf(path)) && !unclear.has(folderOf(path)) && files.get(path) === undefined);
  const [first] = skipped;
  return first === undefined ? [] : [diagnostic(skippedFile, { paths: skipped }, nowhere(first))];
}
