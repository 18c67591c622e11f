import { thousands } from "../../diagnostic/name-list.ts";
import type { Use } from "../../diagnostic/use.ts";
import { unsendableMethods } from "../../ir/unsendable-methods.ts";
import { stepsOfToolset } from "../../schema/reason/budget.ts";
import { maxFound, maxNesting, maxVisits } from "../../schema/reason/subsumption/narrowings/find-narrowings.ts";
import { referencesOf } from "../../schema/references.ts";
import { type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import type { Change, ChangeDraft } from "../changes/change.ts";
import { inOneLayout } from "./body-layout.ts";
import { type Contracts, comparableContracts, comparedToolsets, matchTools, toolsIn } from "./comparable-contracts.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareEndpoints, type Overlays } from "./compare-endpoints.ts";
import { maxChanges } from "./compare-texts.ts";
import { compareTool } from "./compare-tool.ts";
import { type Comparison, comparisonOf } from "./comparison.ts";
import { type DraftOfTool, groupChanges } from "./group-changes.ts";
import { withoutConsequences } from "./without-consequences.ts";

/**
 * The changes of one toolset between two canonical contracts, sorted by the names of its tools. The array is empty if and only if the
 * contracts are equivalent. A contract is `undefined` if the toolset does not exist in that version.
 */
function compareContracts(
  former: JsonObject | undefined,
  next: JsonObject | undefined,
  { overlays, use }: { readonly overlays: Overlays; readonly use: Use },
): Change[] {
  const toolset = String((next ?? former)?.["name"]);
  return groupChanges(draftsOf(former, next, { overlays, use }), { toolset, use });
}

function draftsOf(
  former: JsonObject | undefined,
  next: JsonObject | undefined,
  { overlays, use }: { readonly overlays: Overlays; readonly use: Use },
): DraftOfTool[] {
  if (former === undefined && next === undefined) return [];
  if (former === undefined || next === undefined) {
    const [kind, what] = next === undefined ? (["removed-tool", "removed"] as const) : (["added-tool", "added"] as const);
    const { length } = toolsIn(next ?? former);
    const name = String((next ?? former)?.["name"]);
    const message = `"${name}" was ${what}, with ${length} ${length === 1 ? "tool" : "tools"}.`;
    return [{ tool: undefined, draft: { kind, pointer: "", message } }];
  }
  const comparison = comparisonOf(former, next, use);
  const { pairs, removed, added } = matchTools(former, next);
  const ofTool = ({ name }: JsonObject, draft: ChangeDraft): DraftOfTool => ({ tool: String(name), draft });
  return [
    ...compareEndpoints(former, next, { overlays, pairs }).map((draft) => ({ tool: undefined, draft })),
    ...removed.map((tool) => ofTool(tool, removal(tool))),
    ...added.map((tool) => ofTool(tool, { kind: "added-tool", pointer: "", message: `"${tool.name}" was added.` })),
    ...comparePairs(pairs, comparison).flatMap(({ is, changes }) => changes.map((draft) => ofTool(is, draft))),
  ];
}

function removal({ name, binding }: JsonObject): ChangeDraft {
  const method = String(member(binding, "method")).toUpperCase();
  return unsendableMethods.has(method)
    ? {
        kind: "removed-uncallable-tool",
        pointer: "",
        message: `"${name}" was removed. It could not be called, since \`fetch\` cannot send ${method}.`,
      }
    : { kind: "removed-tool", pointer: "", message: `"${name}" was removed.` };
}

/**
 * The changes of each tool. If the budget of the comparison is used up, the tool for which this happened has a change that says so. If changes
 * are not all listed, the first tool with such changes has a change that says so.
 */
function comparePairs(pairs: readonly (readonly [was: JsonObject, is: JsonObject])[], comparison: Comparison) {
  const changed = pairs.filter(([was, is]) => !isSame(was, is, comparison));
  const compared = changed.map(([was, is], index) => {
    const hadSteps = !comparison.budget.isUsedUp();
    const changes = changesOfTool(was, is, comparison);
    const isLimit = hadSteps && comparison.budget.isUsedUp();
    return { is, changes: isLimit ? [...changes, undecided(is, changed.length - index - 1)] : changes };
  });
  return [...compared, ...cutOff(comparison)];
}

function changesOfTool(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const alike = inOneLayout(was, is, comparison);
  const compared = [...compareTool(alike.was, alike.is, comparison), ...compareBindings(alike.was, alike.is, comparison)];
  return withoutConsequences([...alike.changes, ...compared]);
}

function undecided(tool: JsonObject, others: number): ChangeDraft {
  return {
    kind: "undecided-schema",
    isUndecided: true,
    pointer: "/input",
    message: `The schemas of ${withOthers(tool, others)} were not compared to the end, since the comparison of the toolset reached its limit of ${stepsOfToolset} steps.`,
  };
}

/**
 * A change for the breaks that are not listed, and one for the texts. They have fingerprints of their own: to accept the listed changes
 * accepts no others. If the budget is used up, another change says which tools were not compared to the end.
 */
function cutOff({ cut, budget }: Comparison) {
  const ofFirst = (tools: ReadonlySet<JsonObject>, draft: (named: string) => ChangeDraft) => {
    const [first] = tools;
    return first === undefined ? [] : [{ is: first, changes: [draft(withOthers(first, tools.size - 1))] }];
  };
  const breaks = budget.isUsedUp() ? new Set<JsonObject>() : cut.breaks;
  return [
    ...ofFirst(breaks, (named) => ({
      kind: "undecided-schema",
      isUndecided: true,
      pointer: "/input",
      message: `The breaks of ${named} are not all listed, since the comparison of a schema ends after ${maxFound} breaks, ${thousands(maxVisits)} places or ${maxNesting} levels. Others were not looked at.`,
    })),
    ...ofFirst(cut.texts, (named) => ({
      kind: "changed-text",
      pointer: "/input",
      message: `The changed texts of ${named} are not all listed, since the comparison of a schema ends after ${maxChanges}. Others were not looked at.`,
    })),
  ];
}

/** The name of a tool, and the number of others. */
function withOthers({ name }: JsonObject, others: number): string {
  return others === 0 ? `"${name}"` : `"${name}" and of ${others} other ${others === 1 ? "tool" : "tools"}`;
}

/** Whether two versions of a tool are equal, including the shared schemas that they refer to. */
function isSame(was: JsonObject, is: JsonObject, { same }: Comparison): boolean {
  if (!isSameValue(was, is)) return false;
  return [is.input, is.output].every((schema) => referencesOf(schema ?? {}).every((name) => same.has(name)));
}

export function compareToolset(name: string, former: Contracts, next: Contracts): Change[] {
  const overlays = { former: former.overlays.get(name) ?? [], next: next.overlays.get(name) ?? [] };
  const use = next.uses.get(name) ?? former.uses.get(name) ?? "typed";
  const { was, is } = comparableContracts(name, former, next);
  return compareContracts(was, is, { overlays, use });
}

/** The changes of all toolsets, sorted by the names of the toolsets. */
export function compareAll(former: Contracts, next: Contracts): Change[] {
  return comparedToolsets(former, next).flatMap((name) => compareToolset(name, former, next));
}
