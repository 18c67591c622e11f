import { sha256 } from "../source/hash.ts";

/**
 * `breaking`: a call that worked may fail, go elsewhere or no longer be asked for, or a program that used the result may fail.
 * `model-visible`: the model reads something else. `compatible`: neither.
 */
export type Grade = "breaking" | "model-visible" | "compatible";

/** A change of what a toolset promises. */
export interface Change {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  /** Whether it counts as breaking only since it could not be decided. */
  readonly isUndecided: boolean;
  /** The name of the toolset. */
  readonly toolset: string;
  /** The name of the tool, as the model sees it, after the change; `undefined` for the toolset itself. */
  readonly tool: string | undefined;
  /** What changed: a JSON Pointer from the tool, or from the toolset. In schemas it names members of values, not keywords. */
  readonly pointer: string;
  readonly message: string;
  /** The texts before and after, if that is what changed. */
  readonly texts: { readonly before: string; readonly after: string } | undefined;
  /** The same for the same change in every run, and another one if the change is another one. */
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

/** A change without what follows from its other members. */
export interface ChangeDraft extends Partial<Pick<Change, "isUndecided" | "texts">> {
  readonly kind: ChangeKind;
  readonly grade: Grade;
  readonly pointer: string;
  readonly message: string;
}

export function changeOf(draft: ChangeDraft, { toolset, tool }: Pick<Change, "toolset" | "tool">): Change {
  const { kind, pointer, message } = draft;
  const fingerprint = sha256([toolset, tool ?? "", kind, pointer, message].join("\0")).slice(0, 16);
  return { isUndecided: false, texts: undefined, ...draft, toolset, tool, fingerprint };
}

/** The step of a semantic version that the changes of a toolset need. */
export type SemverStep = "major" | "minor" | "patch" | "none";

export function semverStep(changes: readonly Change[]): SemverStep {
  if (changes.some(({ grade }) => grade === "breaking")) return "major";
  const adds: readonly ChangeKind[] = ["added-tool", "widened-input", "narrowed-output"];
  if (changes.some(({ grade, kind }) => grade === "model-visible" || adds.includes(kind))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
