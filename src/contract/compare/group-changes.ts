import type { Use } from "../../diagnostic/use.ts";
import { valueKey } from "../../source/json/value-key.ts";
import { compareText } from "../../source/text/compare.ts";
import { sha256 } from "../../source/text/hash.ts";
import type { Change, ChangeDraft } from "../changes/change.ts";
import { gradeOf } from "../changes/grades.ts";

/** A draft of a change, and the name of the tool that it is about; `undefined` for the toolset itself. */
export interface DraftOfTool {
  readonly tool: string | undefined;
  readonly draft: ChangeDraft;
}

/** The changes of a toolset: one for each cause, whatever number of tools and places it shows in. */
export function groupChanges(drafts: readonly DraftOfTool[], { toolset, use }: { readonly toolset: string; readonly use: Use }): Change[] {
  const groups = new Map<string, DraftOfTool[]>();
  for (const each of drafts) {
    const key = keyOf(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups].map(([key, group]) => changeOf(key, group, { toolset, use })).sort((a, b) => compareText(a.tool ?? "", b.tool ?? ""));
}

/** Drafts with the same key have the same cause. A draft without a cause is a change of its own. */
function keyOf({ tool, draft: { kind, cause, from, to, pointer, message } }: DraftOfTool): string {
  const own = cause === undefined ? ["one", tool ?? "", pointer, message] : ["cause", cause.place];
  return valueKey([kind, ...own, [from ?? null, to ?? null]]);
}

function changeOf(key: string, group: readonly DraftOfTool[], { toolset, use }: { readonly toolset: string; readonly use: Use }): Change {
  const [first] = group;
  if (first === undefined) throw new Error("A group has at least one change.");
  const { kind, pointer, isUndecided = false, texts, from, to, example, schema } = first.draft;
  // One place may be narrowed in several ways, such as by each alternative of a union.
  const places = [...new Map(group.toReversed().map((each) => [`${each.tool} ${each.draft.pointer}`, each])).values()].toReversed();
  const uses = places.flatMap(({ tool, draft }) => (tool === undefined ? [] : [{ tool, pointer: draft.pointer }]));
  const tools = [...new Set(uses.map(({ tool }) => tool))].sort(compareText);
  return {
    kind,
    grade: gradeOf(kind, use),
    isUndecided,
    toolset,
    tool: tools.length === 1 ? tools[0] : undefined,
    pointer,
    message: messageOf(places, tools),
    texts,
    from,
    to,
    example,
    schema,
    uses,
    // An acceptance is for these tools only: the same cause in one more tool is another change.
    fingerprint: sha256([toolset, key, ...tools].join("\0")).slice(0, 16),
  };
}

function messageOf(group: readonly DraftOfTool[], tools: readonly string[]): string {
  const [first] = group;
  const cause = first?.draft.cause;
  if (first === undefined || cause === undefined || group.length === 1) return first?.draft.message ?? "";
  const [tool] = tools;
  const places = `${group.length} ${cause.of}s`;
  if (tools.length === 1) return `${cause.words}: ${places} of "${tool}".`;
  return `${cause.words}: ${group.length === tools.length ? "" : `${places} of `}${tools.length} tools.`;
}
