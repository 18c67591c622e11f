import type { Change } from "../../../contract/changes/change.ts";
import { summaryLine } from "../../../contract/changes/summary-line.ts";
import type { Review } from "../../../findings/review.ts";
import { createHost } from "../../../host/disk.ts";
import type { RunRecorder } from "../../build/repeatable-run.ts";
import type { ComparedProject } from "../../contracts/compare-with-base.ts";
import type { ChangesData } from "../../contracts/find-changes.ts";
import { readOwners } from "../../contracts/read-owners.ts";
import type { Check } from "./checks.ts";

/** What the checks of a project found, for those who review its changes, with the owners of the files if `recorder` is given. */
export async function reviewOf(checks: readonly Check[], recorder: RunRecorder | undefined): Promise<Review> {
  const review = { project: "", checks: checks.map(({ name, state, note }) => ({ name, state, note })) };
  const changed = checks.find((check) => check.changed !== undefined)?.changed;
  if (changed === undefined) return { ...review, hasChanges: false, summary: "", tools: [], texts: [], owners: [] };
  const { compared, data } = changed;
  return {
    ...review,
    hasChanges: data.changes.length + data.texts.length > 0,
    summary: summaryLine(data),
    tools: data.changes.flatMap(toolChange),
    texts: [...ownTexts(data), ...foreignTexts(data)],
    owners: recorder === undefined ? [] : await ownersOf(compared, changedToolsets(data), recorder),
  };
}

function toolChange({ kind, toolset, tool, uses }: Change): Review["tools"] {
  const change = kind === "added-tool" ? "added" : kind === "removed-tool" ? "removed" : kind === "renamed-tool" ? "renamed" : undefined;
  if (change === undefined) return [];
  return uses.length === 0 ? [{ change, toolset, tool }] : uses.map((use) => ({ change, toolset, tool: use.tool }));
}

function ownTexts({ changes, texts }: ChangesData): Review["texts"] {
  // The texts of others have all changed texts of their toolset.
  const reviewed = new Set(texts.map(({ toolset }) => toolset));
  return changes.flatMap(({ toolset, tool, pointer, texts: changed }) =>
    changed === undefined || reviewed.has(toolset) ? [] : [{ toolset, tool, pointer, texts: changed }],
  );
}

function foreignTexts({ texts }: ChangesData): Review["texts"] {
  return texts.flatMap(({ toolset, texts: changed }) =>
    changed.map(({ owner, members, keyword, before, after }) => ({
      toolset,
      tool: owner?.name,
      pointer: [...members, keyword].map((step) => `/${step}`).join(""),
      texts: { before: before.join(", "), after: after.join(", ") },
    })),
  );
}

/** The names of the toolsets that changed. */
export function changedToolsets({ versions, texts }: ChangesData): string[] {
  const changed = versions.flatMap(({ toolset, step }) => (step === "none" ? [] : [toolset]));
  return [...new Set([...changed, ...texts.map(({ toolset }) => toolset)])];
}

/** The owners of the files of toolsets, by the file CODEOWNERS of the repository; empty without such a file. */
async function ownersOf(compared: ComparedProject, toolsets: readonly string[], recorder: RunRecorder): Promise<Review["owners"]> {
  const { base, next } = compared;
  // A lock has no definitions, and `ci` compares none.
  if (next.compiled === undefined) return [];
  const owners = await readOwners(next.compiled.compilation, next, (root) => recorder.host(root, createHost(root)));
  if (owners === undefined) return [];
  return toolsets.map((toolset) => ({ toolset, owners: owners((next.places.get(toolset) ?? base.places.get(toolset))?.tree) }));
}
