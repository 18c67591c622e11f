import type { Code, Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import { compareText } from "../source/text/compare.ts";
import type { Tree } from "../source/tree.ts";
import { assignSeverities, type SeverityContext } from "./assign-severities.ts";
import type { ToolsetOwner, ToolsetOwners } from "./toolset-owners.ts";
import { withoutFollowOns } from "./without-follow-ons.ts";
import { type UsedOperations, withoutUnused } from "./without-unused.ts";

/** What determines which findings are shown. It has no effect on what is compiled. */
export interface Relevance extends SeverityContext {
  readonly project: Project;
  readonly used: UsedOperations;
  readonly owners: ToolsetOwners;
}

/**
 * Selects the findings to show, and adds their severities and the toolsets that they concern. Three groups are omitted: findings that
 * concern only unused operations, follow-on findings, and findings about resources that were not requested. `reading` are the findings of
 * reading and checking definitions and documents: a document is checked before it is known which of its operations are used.
 */
export function relevantFindings(reading: readonly Diagnostic[], later: readonly Diagnostic[], relevance: Relevance): Diagnostic[] {
  const { project, used, owners, diagnosticCodes } = relevance;
  const scopes = scopesOf(diagnosticCodes);
  const checked = assignSeverities(withoutUnused(reading, used, project), relevance);
  const others = withoutFollowOns(later, checked, ({ code }) => scopes.get(code) === "schema");
  const requested = requestedFindings([...checked, ...others], project, owners);
  return project.isPart ? requested.filter(({ code }) => scopes.get(code) !== "project") : requested;
}

function scopesOf(diagnosticCodes: readonly Code<never>[]): ReadonlyMap<string, Code<never>["scope"]> {
  return new Map(diagnosticCodes.map(({ code, scope }) => [code, scope]));
}

function requestedFindings(diagnostics: readonly Diagnostic[], { apps, requested }: Project, owners: ToolsetOwners): Diagnostic[] {
  const ofApps = new Set(apps.flatMap(({ tree, agents }) => [tree, ...agents]));
  const isRequested = (tree: Tree) => requested.has(tree);
  return diagnostics.flatMap((found): Diagnostic[] => {
    const concerned = owners.of(found);
    const concernsOthers =
      concerned.length > 0
        ? !concerned.some(({ tree }) => isRequested(tree))
        : ofApps.has(found.place.tree) && !isRequested(found.place.tree);
    return concernsOthers
      ? []
      : [
          withToolsets(
            found,
            concerned.filter(({ tree }) => isRequested(tree)),
          ),
        ];
  });
}

function withToolsets(found: Diagnostic, owners: readonly ToolsetOwner[]): Diagnostic {
  if (found.toolset !== undefined || owners.length === 0) return found;
  const names = [...new Set(owners.map(nameOf))].sort(compareText);
  const [toolset] = names;
  return names.length === 1 && toolset !== undefined ? { ...found, toolset } : { ...found, sharedBy: names };
}

function nameOf({ toolset, names: [first = ""] }: ToolsetOwner): string {
  return toolset?.name ?? first;
}
