import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { explainFormatVersion } from "../diagnostic/format-version.ts";
import { snapshotFormat } from "../source/format-version.ts";
import { originOfValue, type Tree } from "../source/tree.ts";

const invalidSnapshot: Code<{ expected: string }> = {
  code: "invalid-snapshot",
  severity: "error",
  message: ({ expected }) => `This is not a snapshot: ${expected}.`,
  help: "A snapshot is the service's answer, saved as it is. Pull it again, or save the answer here.",
};

export const snapshotCodes: readonly Code<never>[] = [invalidSnapshot];

/** Why a snapshot cannot be read at all. Empty where it can, and where the text itself is at fault, which was said. */
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
  /** What is missing where it is none, to follow "This is no snapshot:". */
  readonly expected: string;
  readonly isExpected: boolean;
}
