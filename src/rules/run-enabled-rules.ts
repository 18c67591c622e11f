import type { Definition } from "../definition/definition.ts";
import type { ProjectOutcome } from "../diagnostic/diagnostic.ts";
import type { ResolvedWithPlaces } from "../environment/resolved.ts";
import type { Program, ProgramSummary } from "../ir/ir.ts";
import { type Documents, documentIn } from "../project/documents/check-documents.ts";
import type { LoadSettings } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { type MatchedAssertions, runAssertions } from "./assertions/run-assertions.ts";
import { importFindings } from "./ces/import-response.ts";
import { fileRulesOf, type ImportedRules } from "./files/run-file-rules.ts";
import { rules } from "./index.ts";
import { isEnabled } from "./is-enabled.ts";
import { runProjectRules, runRulesOn } from "./run-rules.ts";

interface Compiled {
  readonly project: Project;
  /** The values of all definitions in the environments. */
  readonly resolved: readonly ResolvedWithPlaces[];
  /** The definitions that were compiled, and their toolsets. */
  readonly definitions: readonly Definition[];
  readonly program: Program;
  /** All toolsets, including those that were restored instead of compiled. */
  readonly summary: ProgramSummary;
  readonly documents: Documents;
}

/** The outcome of a run without rules. */
export const noRules: ProjectOutcome<MatchedAssertions> = { value: new Map(), diagnostics: [], ofProject: [] };

/** Runs the rules that the configuration and the profile enable, and the assertions. The value says which of these are about something. */
export function runEnabledRules(
  { project, resolved, definitions, program, summary, documents }: Compiled,
  { profile, importResponse }: Pick<LoadSettings, "profile" | "importResponse">,
  importedRules: ImportedRules,
): ProjectOutcome<MatchedAssertions> {
  const ofFiles = fileRulesOf(project.config, importedRules);
  const enabled = [...rules.filter((rule) => isEnabled(rule, profile, project.config)), ...ofFiles.rules];
  const toolsets = new Map(program.toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  const environmentValues = new Map(resolved.map(({ definition, values }) => [definition, values]));
  const context = {
    project,
    definitions,
    documentOf: (definition: Definition) => documentIn(documents, definition, project),
    toolsetOf: ({ node }: Definition) => toolsets.get(node.tree),
    environmentValuesOf: (definition: Definition) => environmentValues.get(definition) ?? [],
  };
  const response = importResponse === undefined ? undefined : project.files.get(importResponse);
  const asserted = runAssertions(context);
  const diagnostics = [...runRulesOn(enabled, program.toolsets, context), ...asserted.diagnostics];
  return {
    value: asserted.value,
    diagnostics,
    ofProject: [
      ...ofFiles.diagnostics(),
      ...runProjectRules(enabled, { project, program: summary }),
      ...(response === undefined ? [] : importFindings(response, project)),
    ],
  };
}
