import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import { compareText } from "../source/text/compare.ts";
import { type Place, pointerOf, type Tree } from "../source/tree.ts";
import type { Analysis, StageDiagnostics } from "./analysis.ts";
import { type ToolsetOwner, type ToolsetOwners, toolsetOwners } from "./toolset-owners.ts";
import { withoutUnused } from "./without-unused.ts";

/** The diagnostics of a run that are shown, and which toolsets they concern. */
export interface ShownDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly owners: ToolsetOwners;
  /**
   * The diagnostics that depend only on the toolsets that they concern, so that they can be stored with these toolsets; `undefined` if
   * nothing can be stored, because a later run that restores toolsets would not be the same: it is not known for each diagnostic which
   * toolsets it concerns, or files of two toolsets have the same path.
   */
  readonly storable: readonly Diagnostic[] | undefined;
}

/**
 * Selects the diagnostics to show, and adds the toolsets that they concern. Four groups are omitted: those that concern only unused
 * operations, those that follow from others, those about resources that were not requested, and those about restored toolsets, because a
 * former run has stored them.
 */
export function shownDiagnostics({ project, definitions, program, summary }: Analysis, found: StageDiagnostics): ShownDiagnostics {
  const owners = toolsetOwners(project, definitions.accepted, summary);
  const compiled = new Set(program.toolsets.map(({ origin }) => origin.tree));
  const restored = new Set(summary.toolsets.map(({ origin }) => origin.tree).filter((tree) => !compiled.has(tree)));
  const isRestored = (of: readonly ToolsetOwner[]) => of.length > 0 && of.every(({ tree }) => restored.has(tree));
  const reading = withoutUnused([...found.loaded, ...found.documents], found.used, project);
  const requested = requestedDiagnostics([...reading, ...withoutFollowOns(found.toolsets, reading)], project, owners);
  const ofToolsets = restored.size === 0 ? requested : requested.filter((each) => !isRestored(owners.of(each)));
  const ofProject = requestedDiagnostics(found.project, project, owners);
  const areOwned = [...found.documents, ...found.toolsets].every((each) => owners.of(each).length > 0);
  return { diagnostics: [...ofToolsets, ...ofProject], owners, storable: areOwned ? ofToolsets : undefined };
}

/**
 * Removes follow-on diagnostics: those about the conversion of a schema, if the check of the document has already reported a diagnostic at
 * the same value.
 */
function withoutFollowOns(diagnostics: readonly Diagnostic[], reading: readonly Diagnostic[]): readonly Diagnostic[] {
  const isAboutSchema = ({ scope }: Diagnostic) => scope === "schema";
  if (!diagnostics.some(isAboutSchema)) return diagnostics;
  const reported = new Map<Tree, Set<string>>();
  for (const { place } of reading) {
    const pointer = pointerIn(place);
    if (pointer === undefined) continue;
    const ofTree = reported.get(place.tree) ?? new Set();
    reported.set(place.tree, ofTree.add(pointer));
  }
  return diagnostics.filter((found) => {
    const pointer = isAboutSchema(found) ? pointerIn(found.place) : undefined;
    return pointer === undefined || reported.get(found.place.tree)?.has(pointer) !== true;
  });
}

function pointerIn(place: Place): string | undefined {
  return "path" in place ? pointerOf(place.path) : undefined;
}

/** The diagnostics about requested resources and about the project, with the requested toolsets that they concern. */
function requestedDiagnostics(
  diagnostics: readonly Diagnostic[],
  { apps, isPart, requested }: Project,
  owners: ToolsetOwners,
): Diagnostic[] {
  const ofApps = new Set(apps.flatMap(({ tree, agents }) => [tree, ...agents]));
  return diagnostics.flatMap((found): Diagnostic[] => {
    if (isPart && found.scope === "project") return [];
    const all = owners.of(found);
    const concerned = all.filter(({ tree }) => requested.has(tree));
    const concernsOthers = all.length > 0 ? concerned.length === 0 : ofApps.has(found.place.tree) && !requested.has(found.place.tree);
    return concernsOthers ? [] : [withToolsets(found, concerned)];
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
