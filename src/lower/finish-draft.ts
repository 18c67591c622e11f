import type { ToolOverrides } from "../project/config.ts";
import { overrideAnnotations } from "./annotate.ts";
import type { Choice } from "./choose-operations.ts";
import type { Draft } from "./draft.ts";

/** Applies the configured overrides to a draft, except those of the input, which the code for each kind has applied. */
export function finishDraft(
  draft: Draft,
  overrides: ToolOverrides | undefined,
  { approval, lazy }: Pick<Choice<never>, "approval" | "lazy">,
): Draft {
  const destructive = overrides?.annotations?.value.destructive;
  const byEffect = destructive === undefined ? draft.approval : destructive === true ? "required" : "none";
  return {
    ...draft,
    title: overrides?.title?.value ?? draft.title,
    description: overrides?.description?.value ?? draft.description,
    documentation: overrides?.description?.value ?? draft.documentation,
    annotations: overrideAnnotations(draft.annotations, overrides?.annotations),
    // `required` takes precedence over `never`.
    approval: approval.required.has(draft.key) ? "required" : approval.never.has(draft.key) ? "none" : byEffect,
    lazy: overrides?.lazy?.value ?? (draft.lazy || lazy.has(draft.key)),
    metadata: overrides?.metadata?.value ?? draft.metadata,
    trim: { pick: overrides?.pick.map(({ value }) => value) ?? [], maxBytes: overrides?.maxBytes?.value ?? null },
  };
}
