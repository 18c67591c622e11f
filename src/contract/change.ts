/**
 * How a change affects those who use the tools. `breaking`: a call that worked before may fail, go to another service, or start or stop needing approval; or
 * a program that uses the result may fail. `model-visible`: the model reads other texts or values. `notable`: nothing breaks, but a review
 * should see it. `compatible`: all other changes.
 */
export type Grade = "breaking" | "model-visible" | "notable" | "compatible";

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
  | "new-result-value"
  | "undecided-schema"
  | "changed-request"
  | "changed-server"
  | "changed-security"
  | "changed-approval"
  | "changed-hint"
  | "cautious-hint"
  | "changed-text"
  | "added-tool"
  | "widened-input"
  | "narrowed-output"
  | "other-change";

/** A change without the grade, the toolset, the tool and the fingerprint, which `changeOf` adds. */
export interface ChangeDraft extends Partial<Pick<Change, "isUndecided" | "texts">> {
  readonly kind: ChangeKind;
  readonly pointer: string;
  readonly message: string;
}

/** The numbers of changes by grade, such as `1 breaking, 0 model-visible, 2 compatible`. Notable changes are counted if there are any. */
export function gradeCounts(changes: readonly Change[]): string {
  const count = (grade: Grade) => changes.filter((change) => change.grade === grade).length;
  const notable = count("notable") === 0 ? [] : (["notable"] as const);
  return (["breaking", "model-visible", ...notable, "compatible"] as const).map((grade) => `${count(grade)} ${grade}`).join(", ");
}

/** The component of the semantic version number that must be increased. */
export type SemverStep = "major" | "minor" | "patch" | "none";

/** The component of the version number to increase for the next release of a toolset with these changes. */
export function semverStep(changes: readonly Change[]): SemverStep {
  if (changes.some(({ grade }) => grade === "breaking")) return "major";
  const adds: readonly ChangeKind[] = ["added-tool", "widened-input", "narrowed-output"];
  if (changes.some(({ grade, kind }) => grade === "model-visible" || grade === "notable" || adds.includes(kind))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
