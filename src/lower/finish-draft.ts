import type { ToolOverrides } from "../project/config.ts";
import { namesLoss } from "../runtime/discovery/verbs.ts";
import { overrideAnnotations } from "./annotate.ts";
import type { Choice } from "./choose-operations.ts";
import type { Draft } from "./draft.ts";

/** Applies the configured overrides to a draft, except those of the input, which the code for each kind has applied. */
export function finishDraft(
  draft: Draft,
  overrides: ToolOverrides | undefined,
  { approval, lazy }: Pick<Choice<never>, "approval" | "lazy">,
): Draft {
  const annotations = overrideAnnotations(draft.annotations, overrides?.annotations);
  const destructive = overrides?.annotations?.value.destructive;
  const byDefault = draft.approval === "required" || asksByName({ ...draft, annotations }) ? "required" : "none";
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

/**
 * Whether the name of a tool, or its path, says that a call deletes, revokes or cancels something. A tool that only reads may also have such
 * a name, as the list of what can be deleted. Otherwise, the name counts whatever a server says about the tool: many servers declare
 * `destructiveHint: false` for everything that is no DELETE request.
 */
function asksByName({ id, annotations, binding }: Pick<Draft, "id" | "annotations" | "binding">): boolean {
  const path = binding.transport === "http" ? binding.path.replaceAll(/\{[^}]*\}/g, "") : "";
  return !annotations.readOnly && namesLoss(`${id.replaceAll(/\{[^}]*\}/g, "")} ${path}`);
}
