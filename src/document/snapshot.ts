import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { type Json, member } from "../source/json.ts";
import { originOfValue, type Tree } from "../source/tree.ts";

/** The newest form of a snapshot that this version reads; `formatVersion` in its text. Without one it is as the service gave it. */
export const snapshotFormat = "1.0";

const newerSnapshot: Code<{ version: string }> = {
  code: "newer-snapshot",
  severity: "error",
  message: ({ version }) => `This snapshot has the format "${version}"; this version reads ${snapshotFormat}.`,
  help: "A later toolsetc wrote it. Use that version, or pull the snapshot again with this one.",
};

const invalidSnapshot: Code<{ expected: string }> = {
  code: "invalid-snapshot",
  severity: "error",
  message: ({ expected }) => `This is no snapshot: ${expected}.`,
  help: "A snapshot is what the service answered, saved as it is. Pull it again, or save the service's answer here.",
};

export const snapshotCodes: readonly Code<never>[] = [newerSnapshot, invalidSnapshot];

/** Why a snapshot cannot be read at all. Empty where it can, and where the text itself is at fault, which was said. */
export function checkSnapshotFormat({ tree, expected, isExpected }: SnapshotForm): {
  readonly isReadable: boolean;
  readonly diagnostics: Diagnostic[];
} {
  if (tree.data === undefined) return { isReadable: false, diagnostics: [] };
  const version = member(tree.data, "formatVersion");
  if (version !== undefined && !isKnown(version)) {
    return {
      isReadable: false,
      diagnostics: [diagnostic(newerSnapshot, { version: String(version) }, originOfValue(tree, ["formatVersion"]))],
    };
  }
  if (!isExpected) return { isReadable: false, diagnostics: [diagnostic(invalidSnapshot, { expected }, originOfValue(tree, []))] };
  return { isReadable: true, diagnostics: [] };
}

interface SnapshotForm {
  readonly tree: Tree;
  /** What is missing where it is none, to follow "This is no snapshot:". */
  readonly expected: string;
  readonly isExpected: boolean;
}

function isKnown(version: Json): boolean {
  return /^(0|1)(\.\d+)*$/.test(String(version));
}
