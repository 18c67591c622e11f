import type { Json } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";

/**
 * How a change affects those who use the tools. `breaking`: a call that worked before may fail, go to another service, or start or stop
 * needing approval; or a program that uses the result may fail. `model-visible`: the model reads other texts or values. `notable`: nothing
 * breaks, but a review should see it. `compatible`: all other changes.
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
  /**
   * The name of the tool after the change, as the model sees it; `undefined` for a change of the toolset itself, and if the change shows in
   * several tools.
   */
  readonly tool: string | undefined;
  /**
   * A JSON Pointer relative to the tool or the toolset; if the change shows in several places, to the first of them. Below `input` and
   * `output`, its steps are the members of a value, not schema keywords.
   */
  readonly pointer: string;
  readonly message: string;
  /** What was there before and what is there now, such as the keywords of a schema that changed; `undefined` if the message says it all. */
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  /** A value that was valid, or possible, in only one of the two versions. */
  readonly example: Json | undefined;
  /** The part of a shared schema that changed, if one did. */
  readonly schema: { readonly name: string; readonly path: Path } | undefined;
  /** The tools in which the change shows, with a pointer to each place. */
  readonly uses: readonly { readonly tool: string; readonly pointer: string }[];
  /** The former and the new text, if the change is about a text. */
  readonly texts: { readonly before: string; readonly after: string } | undefined;
  /** A hash that identifies the change. It is the same in every run. */
  readonly fingerprint: string;
}

export type ChangeKind =
  | "removed-tool"
  | "removed-uncallable-tool"
  | "renamed-tool"
  | "removed-pages"
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

/** One place of a change in one tool, or in the toolset. `groupChanges` makes changes of drafts. */
export interface ChangeDraft extends Pick<Change, "kind" | "pointer" | "message"> {
  readonly isUndecided?: boolean;
  readonly texts?: Change["texts"];
  readonly from?: Json;
  readonly to?: Json;
  readonly example?: Json | undefined;
  readonly schema?: Change["schema"];
  /** The members of the value at the pointer that the change is about: that they are described, or no longer, follows from it. */
  readonly about?: readonly string[];
  /** What changed, if it may show in several places and tools. */
  readonly cause?: ChangeCause;
  /** The argument that a change of the request is about, and its new name, if it has another one. */
  readonly argument?: string | undefined;
  readonly renamed?: string | undefined;
}

/** What changed, whatever number of tools and places it shows in. */
export interface ChangeCause {
  /** Changes with the same place, the same kind and the same `from` and `to` have one cause. */
  readonly place: string;
  /** The beginning of a sentence about all of them: `"Products" got "credit"`. */
  readonly words: string;
  /** What each of them changes. */
  readonly of: "argument" | "result" | "request";
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
