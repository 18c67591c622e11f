import { type Code, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Overrides } from "../project/config.ts";
import type { Origin } from "../source/tree.ts";
import { matchAll, type Selectable, select } from "./select.ts";

const unknownTool: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-tool-override",
  severity: "error",
  message: ({ tool, near }) => `There is no operation "${tool}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Tools are overridden by the source's own name, as in `issues/create`, or by `GET /path`. Correct or remove the entry.",
};

export const chooseCodes: readonly Code<never>[] = [unknownTool];

/** Which operations become tools, and what the author's policy says of them. Sets hold keys. */
export interface Choice<T> {
  readonly chosen: readonly T[];
  readonly excluded: ReadonlySet<string>;
  readonly approval: { readonly required: ReadonlySet<string>; readonly never: ReadonlySet<string> };
}

/** Every selector and entry must match something of `all`, which also has the operations that are at fault. */
export function choose<T extends Selectable>(all: readonly T[], overrides: Overrides | undefined, place: Origin): Outcome<Choice<T>> {
  const selected = select(all, overrides, place);
  const required = matchAll(all, overrides?.approval.required ?? [], place);
  const never = matchAll(all, overrides?.approval.never ?? [], place);
  const names = new Set(all.flatMap(({ id, key }) => [id, key]));
  const unknown = [...(overrides?.tools ?? [])].filter(([tool]) => !names.has(tool));
  return {
    value: { ...selected.value, approval: { required: required.matched, never: never.matched } },
    diagnostics: [
      ...selected.diagnostics,
      ...required.diagnostics,
      ...never.diagnostics,
      ...unknown.map(([tool, { origin }]) => diagnostic(unknownTool, { tool, near: nearest(tool, names) }, origin)),
    ],
  };
}
