import { resolve } from "node:path";
import type { Mark } from "../../diagnostic/mark.ts";
import type { Finding } from "../../findings/finding.ts";
import { relativePath } from "../terminal.ts";

/** The finding with other paths: `pathOf` returns the new path of a file. The name of a flag is no path. */
export function withPaths<Some extends Finding>(finding: Some, pathOf: (file: string) => string): Some {
  const seen = (mark: Mark): Mark => (mark.isFlag === true ? mark : { ...mark, file: pathOf(mark.file) });
  return {
    ...finding,
    mark: seen(finding.mark),
    related: finding.related.map((note) => ({ ...note, mark: seen(note.mark) })),
    fixes: finding.fixes.map((fix) => ({ ...fix, mark: seen(fix.mark) })),
  };
}

/** The finding with paths relative to the working directory. */
export function seenFromHere<Some extends Finding>(finding: Some, { root }: { readonly root: string }): Some {
  return withPaths(finding, (file) => fromHere(file, root));
}

/** Converts the path of a project file to one relative to the working directory. */
export function fromHere(file: string, root: string): string {
  return relativePath(resolve(root, file));
}
