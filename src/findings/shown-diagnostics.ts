import type { Diagnostic, Profile } from "../diagnostic/diagnostic.ts";
import { usedOperations } from "../lower/openapi/select-operations.ts";
import type { Analysis, StageDiagnostics } from "./analysis.ts";
import { refusedLocations } from "./assign-severities.ts";
import { diagnosticCodes } from "./diagnostic-codes.ts";
import { relevantFindings } from "./relevant-findings.ts";
import { type ToolsetOwners, toolsetOwners } from "./toolset-owners.ts";

/** The diagnostics to show: those about toolsets, and those about the whole project or about no toolset. */
export interface ShownDiagnostics {
  readonly owners: ToolsetOwners;
  readonly ofToolsets: readonly Diagnostic[];
  readonly ofProject: readonly Diagnostic[];
  /**
   * Whether it is known for each diagnostic which toolsets it concerns. If it is not known, no results of toolsets are stored, because a
   * later run that restores the toolsets would not report the diagnostic.
   */
  readonly areOwned: boolean;
}

/** Selects the diagnostics to show. Those about restored toolsets are omitted, because a former run has stored them. */
export function shownDiagnostics(analysis: Analysis, profile: Profile | undefined): ShownDiagnostics {
  const { project, definitions, program, summary, selections, brokenInputs, found } = analysis;
  const documents = [...analysis.documents.values()];
  const owners = toolsetOwners(project, definitions.accepted, summary);
  const relevance = {
    project,
    owners,
    used: usedOperations(selections),
    documents,
    refused: [...refusedLocations(documents), ...brokenInputs],
    profile,
    diagnosticCodes,
  };
  const isCompiled = new Set(program.toolsets.map(({ origin }) => origin.tree));
  const restored = new Set(summary.toolsets.map(({ origin }) => origin.tree).filter((tree) => !isCompiled.has(tree)));
  const isRestored = (of: ReturnType<ToolsetOwners["of"]>) => of.length > 0 && of.every(({ tree }) => restored.has(tree));
  const ofToolsets = relevantFindings([...found.loaded, ...found.documents], found.toolsets, relevance);
  return {
    owners,
    ofToolsets: restored.size === 0 ? ofToolsets : ofToolsets.filter((each) => !isRestored(owners.of(each))),
    ofProject: relevantFindings([], found.project, relevance),
    areOwned: [...found.documents, ...found.toolsets].every((each) => owners.of(each).length > 0),
  };
}

/**
 * The diagnostics to report if a flag has an error: only such errors, since nothing is compiled then. Some flags can be checked only after
 * documents are read. `undefined` if no flag has an error.
 */
export function flagErrors(found: StageDiagnostics): StageDiagnostics | undefined {
  const errors = everything(found).filter(({ severity, place }) => severity === "error" && place.tree.source.isFlag === true);
  return errors.length === 0 ? undefined : onlyOfProject(errors);
}

export function onlyOfProject(project: readonly Diagnostic[]): StageDiagnostics {
  return { loaded: [], documents: [], toolsets: [], project };
}

export function everything({ loaded, documents, toolsets, project }: StageDiagnostics): Diagnostic[] {
  return [...loaded, ...documents, ...toolsets, ...project];
}
