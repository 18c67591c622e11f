import { sha256 } from "../source/text/hash.ts";

/**
 * How a change affects users. `breaking`: a call that worked before may fail, go to another service, or start or stop needing approval; or
 * a program that uses the result may fail. `model-visible`: the model reads other texts. `compatible`: all other changes.
 */
export type Grade = "breaking" | "model-visible" | "compatible";

/** A change of the contract of a toolset. */
export interface Change {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  /** Whether the grade is `breaking` only because the comparison of the schemas was undecided. */
  readonly isUndecided: boolean;
  /** The name of the toolset. */
  readonly toolset: string;
  /** The name of the tool after the change, as the model sees it; `undefined` for a change of the toolset itself. */
  readonly tool: string | undefined;
  /**
   * A JSON Pointer relative to the tool or the toolset. Below `input` and `output`, its steps are the members of a value, not schema
   * keywords.
   */
  readonly pointer: string;
  readonly message: string;
  /** The former and the new text, if the change is about a text. */
  readonly texts: { readonly before: string; readonly after: string } | undefined;
  /** A hash that identifies the change. It is the same in every run. */
  readonly fingerprint: string;
}

export type ChangeKind =
  | "removed-tool"
  | "renamed-tool"
  | "narrowed-input"
  | "widened-output"
  | "undecided-schema"
  | "changed-request"
  | "changed-server"
  | "changed-security"
  | "changed-approval"
  | "changed-hint"
  | "changed-text"
  | "added-tool"
  | "widened-input"
  | "narrowed-output"
  | "other-change";

/** A change without the toolset, the tool and the fingerprint, which `changeOf` adds. */
export interface ChangeDraft extends Partial<Pick<Change, "isUndecided" | "texts">> {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  readonly pointer: string;
  readonly message: string;
}

/** Adds the toolset, the tool and the fingerprint to a draft of a change. */
export function changeOf(draft: ChangeDraft, { toolset, tool }: Pick<Change, "toolset" | "tool">): Change {
  const { kind, pointer, message } = draft;
  const fingerprint = sha256([toolset, tool ?? "", kind, pointer, message].join("\0")).slice(0, 16);
  return { isUndecided: false, texts: undefined, ...draft, toolset, tool, fingerprint };
}

/** The component of the semantic version number that must be increased. */
export type SemverStep = "major" | "minor" | "patch" | "none";

/** The component of the version number to increase for the next release of a toolset with these changes. */
export function semverStep(changes: readonly Change[]): SemverStep {
  if (changes.some(({ grade }) => grade === "breaking")) return "major";
  const adds: readonly ChangeKind[] = ["added-tool", "widened-input", "narrowed-output"];
  if (changes.some(({ grade, kind }) => grade === "model-visible" || adds.includes(kind))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
