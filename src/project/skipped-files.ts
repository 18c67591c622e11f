import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { fileStart } from "../source/text/file-start.ts";
import type { Tree } from "../source/tree.ts";
import { skippedFile } from "./codes.ts";
import { hasKnownMember } from "./find-resource.ts";
import type { LoadedInput } from "./load-input.ts";
import { folderOf } from "./paths.ts";

/** Reports files beside definitions that are not definitions themselves and that no definition refers to. */
export function skippedFiles({ unclaimed, resources }: LoadedInput, files: ReadonlyMap<string, Tree | undefined>): Diagnostic[] {
  const foldersOf = (some: LoadedInput["resources"]) => new Set(some.map(({ tree }) => folderOf(tree.source.path)));
  const folders = foldersOf(resources);
  // A definition without a known member, such as `openApiToolset`, may refer to any file in its folder, so no file in that folder is
  // reported.
  const unclear = foldersOf(resources.filter((resource) => !hasKnownMember(resource)));
  const skipped = unclaimed.filter((path) => folders.has(folderOf(path)) && !unclear.has(folderOf(path)) && files.get(path) === undefined);
  const [first] = skipped;
  return first === undefined ? [] : [diagnostic(skippedFile, { paths: skipped }, fileStart(first))];
}
