import { sha256 } from "../source/hash.ts";

/**
 * `breaking`: a call that worked may fail, go to another service, or run without the approval it needed, or a program that used the result may
 * fail. `model-visible`: the model reads something else. `compatible`: neither.
 */
export type Grade = "breaking" | "model-visible" | "compatible";

/** A change of the contract of a toolset. */
export interface Change {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  /** Whether it is graded as breaking only because it could not be decided. */
  readonly isUndecided: boolean;
  /** The name of the toolset. */
  readonly toolset: string;
  /** The name of the tool, as the model sees it, after the change; `undefined` for the toolset itself. */
  readonly tool: string | undefined;
  /** A JSON Pointer relative to the tool or the toolset. In schemas, it is the path of members in a value, not of keywords. */
  readonly pointer: string;
  readonly message: string;
  /** The texts before and after, if a text changed. */
  readonly texts: { readonly before: string; readonly after: string } | undefined;
  /** A hash of the change, which is the same in every run. */
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

/** A change without the members that `changeOf` adds. */
export interface ChangeDraft extends Partial<Pick<Change, "isUndecided" | "texts">> {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  readonly pointer: string;
  readonly message: string;
}

/** Completes a draft with its toolset, its tool and its fingerprint. */
export function changeOf(draft: ChangeDraft, { toolset, tool }: Pick<Change, "toolset" | "tool">): Change {
  const { kind, pointer, message } = draft;
  const fingerprint = sha256([toolset, tool ?? "", kind, pointer, message].join("\0")).slice(0, 16);
  return { isUndecided: false, texts: undefined, ...draft, toolset, tool, fingerprint };
}

/** The part of a semantic version that changes of a toolset increase. */
export type SemverStep = "major" | "minor" | "patch" | "none";

/** The version step for the next release of a toolset with these changes. */
export function semverStep(changes: readonly Change[]): SemverStep {
  if (changes.some(({ grade }) => grade === "breaking")) return "major";
  const adds: readonly ChangeKind[] = ["added-tool", "widened-input", "narrowed-output"];
  if (changes.some(({ grade, kind }) => grade === "model-visible" || adds.includes(kind))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
