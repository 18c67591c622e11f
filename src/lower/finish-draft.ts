import { namesLoss } from "../ir/names-loss.ts";
import type { ToolOverrides } from "../project/config/config.ts";
import type { Draft } from "./draft.ts";
import { overrideAnnotations } from "./overrides/annotate.ts";
import type { Choice } from "./overrides/choose-operations.ts";

/** Applies the configured overrides to a draft, except those of the input, which the code for each kind has applied. */
export function finishDraft(
  draft: Draft,
  overrides: ToolOverrides | undefined,
  { approval, lazy }: Pick<Choice<never>, "approval" | "lazy">,
): Draft {
  const annotations = overrideAnnotations(draft.annotations, overrides?.annotations);
  const destructive = overrides?.annotations?.value.destructive;
  // A tool that only reads may also have a name that says it, as the list of what can be deleted. Otherwise, the name counts whatever a
  // server says about the tool: many servers declare `destructiveHint: false` for everything that is no DELETE request.
  const asksByName = !annotations.readOnly && namesLoss(draft);
  const byDefault = draft.approval === "required" || asksByName ? "required" : "none";
  const byEffect = destructive === undefined ? byDefault : destructive === true ? "required" : "none";
  return {
    ...draft,
    title: overrides?.title?.value ?? draft.title,
    description: overrides?.description?.value ?? draft.description,
    documentation: overrides?.description?.value ?? draft.documentation,
    annotations,
    // `required` takes precedence over `never`.
    approval: approval.required.has(draft.key) ? "required" : approval.never.has(draft.key) ? "none" : byEffect,
    lazy: overrides?.lazy?.value ?? (draft.lazy || lazy.has(draft.key)),
    metadata: overrides?.metadata?.value ?? draft.metadata,
    trim: { pick: overrides?.pick.map(({ value }) => value) ?? [], maxBytes: overrides?.maxBytes?.value ?? null },
  };
}
