import type { Code, Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Tree } from "../source/tree.ts";
import { assignSeverities, type SeverityContext } from "./assign-severities.ts";
import type { ToolsetOwner, ToolsetOwners } from "./toolset-owners.ts";
import { withoutFollowOns } from "./without-follow-ons.ts";
import { type UsedOperations, withoutUnused } from "./without-unused.ts";

/** What the stages of a compilation found, each finding as severe as its code says. */
export interface StageFindings {
  /** About definitions and documents, which are checked once for all that use them, before it is known which operations are used. */
  readonly reading: readonly Diagnostic[];
  /** All that came after. */
  readonly later: readonly Diagnostic[];
}

/** What decides which findings are shown. It says nothing of what is compiled. */
export interface Relevance extends SeverityContext {
  readonly project: Project;
  readonly used: UsedOperations;
  readonly owners: ToolsetOwners;
}

/**
 * The findings that are shown, each as severe as what it costs, and with the one toolset that it is about.
 * Omitted are those about what no tool needs, those that follow from another, and those about what was not asked for.
 */
export function relevantFindings({ reading, later }: StageFindings, relevance: Relevance): Diagnostic[] {
  const { project, used, owners, catalog } = relevance;
  const scopes = scopesOf(catalog);
  const checked = assignSeverities(withoutUnused(reading, used, project), relevance);
  const others = withoutFollowOns(later, checked, ({ code }) => scopes.get(code) === "schema");
  const asked = requestedFindings([...checked, ...others], project, owners);
  return project.isPart ? asked.filter(({ code }) => scopes.get(code) !== "project") : asked;
}

function scopesOf(catalog: readonly Code<never>[]): ReadonlyMap<string, Code<never>["scope"]> {
  return new Map(catalog.map(({ code, scope }) => [code, scope]));
}

function requestedFindings(diagnostics: readonly Diagnostic[], { apps, asked }: Project, owners: ToolsetOwners): Diagnostic[] {
  const ofApps = new Set(apps.flatMap(({ tree, agents }) => [tree, ...agents]));
  const isAsked = (tree: Tree) => asked.has(tree);
  return diagnostics.flatMap((found): Diagnostic[] => {
    const of = owners.of(found);
    const isOthers = of.length > 0 ? !of.some(({ tree }) => isAsked(tree)) : ofApps.has(found.place.tree) && !isAsked(found.place.tree);
    return isOthers ? [] : [{ ...found, toolset: found.toolset ?? nameOf(of) }];
  });
}

function nameOf([owner, ...others]: readonly ToolsetOwner[]): string | undefined {
  return owner === undefined || others.length > 0 ? undefined : (owner.toolset?.name ?? owner.names[0]);
}
