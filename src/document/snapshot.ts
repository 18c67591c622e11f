import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { explainFormatVersion } from "../diagnostic/format-version.ts";
import { snapshotFormat } from "../source/text/format-version.ts";
import { originOfValue, type Tree } from "../source/tree.ts";
import { invalidSnapshot } from "./codes.ts";

/** Checks whether a snapshot has a supported format version and the expected structure. The parser reports syntax errors. */
export function checkSnapshotFormat({ tree, expected, isExpected }: SnapshotForm): {
  readonly isReadable: boolean;
  readonly diagnostics: Diagnostic[];
} {
  if (tree.data === undefined) return { isReadable: false, diagnostics: [] };
  const unreadable = explainFormatVersion(tree, snapshotFormat);
  if (unreadable !== undefined) return { isReadable: false, diagnostics: [unreadable] };
  if (!isExpected) return { isReadable: false, diagnostics: [diagnostic(invalidSnapshot, { expected }, originOfValue(tree, []))] };
  return { isReadable: true, diagnostics: [] };
}

interface SnapshotForm {
  readonly tree: Tree;
  /** What is missing, as the end of the sentence "This is not a snapshot:". */
  readonly expected: string;
  readonly isExpected: boolean;
}
