import type { Mark } from "../../diagnostic/mark.ts";
import type { Finding } from "../../findings/finding.ts";

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
