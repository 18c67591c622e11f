import type { Severity } from "../../diagnostic/diagnostic.ts";
import type { Use } from "../../diagnostic/use.ts";
import type { ChangeKind, Grade } from "./change.ts";

/** The parts of a configuration that decide who uses the tools of a toolset. */
export interface UseSettings {
  readonly breaking: Use | undefined;
  readonly targets: readonly { readonly target: string }[];
  /** The settings of single toolsets, by name. */
  readonly overrides: ReadonlyMap<string, { readonly breaking: Use | undefined }>;
}

/** The targets whose output has the types of arguments and results. */
const typedTargets: ReadonlySet<string> = new Set(["typescript", "python"]);

/** Who uses a toolset: what is configured for it, else for the project. By default, programs do if a target has types. */
export function useOf({ breaking, targets, overrides }: UseSettings, toolset: string): Use {
  return overrides.get(toolset)?.breaking ?? breaking ?? (targets.some(({ target }) => typedTargets.has(target)) ? "typed" : "model");
}

type GradesByUse = { readonly [use in Use]: Grade };

/** The grade of each kind of change. It depends on who uses the tools only if there are three. */
const grades: { readonly [kind in ChangeKind]: Grade | GradesByUse } = {
  "removed-tool": "breaking",
  "removed-uncallable-tool": "notable",
  "renamed-tool": "breaking",
  // Programs read all items of a list with `pages`. A model goes on with `_next`.
  "removed-pages": { model: "compatible", typed: "breaking", strict: "breaking" },
  "narrowed-input": "breaking",
  "widened-output": "breaking",
  "new-result-value": { model: "notable", typed: "model-visible", strict: "breaking" },
  "undecided-schema": "breaking",
  "changed-request": "breaking",
  "changed-server": "breaking",
  "changed-security": "breaking",
  "changed-approval": "breaking",
  "changed-hint": "breaking",
  "cautious-hint": "notable",
  "changed-text": "model-visible",
  "added-tool": "compatible",
  "widened-input": "compatible",
  "narrowed-output": "compatible",
  "other-change": "compatible",
};

/** The only place that decides how serious a change is. */
export function gradeOf(kind: ChangeKind, use: Use): Grade {
  const grade = grades[kind];
  return typeof grade === "string" ? grade : grade[use];
}

/** The severity of the finding about a change of this grade; `undefined` if there is no finding. */
export const severities: { readonly [grade in Grade]: Severity | undefined } = {
  breaking: "error",
  "model-visible": "warning",
  notable: "note",
  compatible: undefined,
};
