import { checkDefinitions, type Definitions } from "./definition/check-definitions.ts";
import type { Definition } from "./definition/definition.ts";
import type { ResourceName } from "./definition/definition-names.ts";

import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { type CheckedDocuments, checkDocuments } from "./document/openapi/check/check-documents.ts";
import type { OpenApiDocument } from "./document/openapi/read/operation.ts";
import { checkRequested } from "./environment/check-requested.ts";
import { resolve } from "./environment/resolve.ts";
import { diagnosticCodes } from "./findings/diagnostic-codes.ts";
import { severityIn } from "./findings/severity-in.ts";
import { mergedSummary, type StoredToolset } from "./incremental/stored-toolsets.ts";
import type { ProgramSummary } from "./ir/ir.ts";
import { lower, type ToolsetNames } from "./lower/lower.ts";
import { type Documents, type OperationSelections, selectOperations } from "./lower/openapi/select-operations.ts";
import type { Analyzed } from "./part.ts";
import { documentTree, findTree, withTrees } from "./project/documents.ts";
import { type Host, load } from "./project/load.ts";
import { hasLostSettings } from "./project/lost-settings.ts";
import type { Project } from "./project/project.ts";
import { checkSeverities } from "./project/read-config.ts";
import { importFindings } from "./rules/ces/import-response.ts";
import { optionalCodes, rules } from "./rules/index.ts";
import { isEnabled } from "./rules/is-enabled.ts";
import type { RuleContext } from "./rules/rule.ts";
import { runProjectRules, runRulesOn } from "./rules/run-rules.ts";
import type { Settings } from "./settings.ts";
import type { Origin, Tree } from "./source/tree.ts";

/** A project whose files were read and whose definitions were checked. */
export interface Loaded {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Whether the settings do not fit the project, for example because they name an unknown toolset. In this case, the diagnostics report
   * only that.
   */
  readonly isRefused: boolean;
}

/** Reads a project and checks its definitions. The diagnostics have the default severities of their codes. */
export async function loadProject(host: Host, settings: Settings): Promise<Loaded> {
  settings.onStage({ name: "read", count: undefined });
  const { value: project, diagnostics, isRefused } = await load(host, settings, (opened) => checkRequested(opened, settings));
  if (isRefused) return { project, definitions: { accepted: [], others: [], rejected: [] }, diagnostics, isRefused };
  settings.onStage({ name: "check", count: project.resources.length });
  const definitions = checkDefinitions(project.resources, settings);
  return { project, definitions: definitions.value, diagnostics: [...diagnostics, ...definitions.diagnostics], isRefused };
}

/** The project with its repaired documents, and the documents that are valid. */
export interface DocumentCheck {
  readonly project: Project;
  readonly documents: Documents;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks each document once, even if several definitions use it. */
export function checkDocumentsOf(definitions: readonly Definition[], project: Project): DocumentCheck {
  const trees = new Set(definitions.flatMap((definition) => documentTree(definition, project) ?? []));
  const { documents, repaired }: CheckedDocuments = checkDocuments(trees, (from, uri) => findTree(from, uri, project));
  const valid = [...documents].flatMap(([tree, { value }]): [Tree, OpenApiDocument][] => (value === undefined ? [] : [[tree, value]]));
  return {
    project: withTrees(project, repaired),
    documents: new Map(valid),
    diagnostics: [...documents.values()].flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The result of an analysis with all of its findings, before those to show are selected. */
export interface FullAnalysis extends Analyzed {
  /** The summary of all toolsets. `program` does not contain the restored toolsets. */
  readonly summary: ProgramSummary;
  /** The names of each toolset, in the order of the project. */
  readonly names: ReadonlyMap<Definition, ToolsetNames>;
  readonly found: AnalysisFindings;
  readonly documents: readonly OpenApiDocument[];
  readonly taken: OperationSelections;
  /** The invalid places in input schemas that prevent operations from becoming tools. */
  readonly losses: readonly Origin[];
}

/** The findings of an analysis, grouped by the data that they depend on. */
interface AnalysisFindings {
  /** Findings that depend only on the files that were read. */
  readonly loaded: readonly Diagnostic[];
  /** Findings in the documents of toolsets. A document is checked before it is known which of its operations are used. */
  readonly documents: readonly Diagnostic[];
  /** Findings that depend on one toolset, or on several toolsets that share a file. */
  readonly toolsets: readonly Diagnostic[];
  /** Findings that depend on the whole project, or on no toolset. */
  readonly project: readonly Diagnostic[];
}

const nothing = {
  program: { toolsets: [], agents: [], folder: "" },
  summary: { toolsets: [], agents: [], folder: "" },
  names: new Map(),
  refused: [],
  documents: [],
  taken: new Map(),
  losses: [],
} satisfies Partial<FullAnalysis>;

/** Compiles the definitions of a project to the IR, except those whose toolsets are restored. */
export function analyzeLoaded(
  loaded: Loaded,
  settings: Settings,
  restored: ReadonlyMap<Definition, StoredToolset> = new Map(),
): FullAnalysis {
  const { definitions } = loaded;
  const refusal = { project: loaded.project, definitions, ...nothing };
  if (loaded.isRefused) return { ...refusal, found: onlyFindings(loaded.diagnostics) };
  const { accepted } = definitions;
  const compiled = accepted.filter((definition) => !restored.has(definition));
  const { project, documents, diagnostics } = checkDocumentsOf(compiled, loaded.project);

  settings.onStage({ name: "compile", count: compiled.length });
  const resolved = resolve(accepted, project, settings);
  const taken = selectOperations(compiled, documents, project);
  const known = new Map(Array.from(restored, ([definition, { requestedNames }]) => [definition, requestedNames]));
  const lowered = lower(resolved.value, taken, project, known);
  const program = lowered.value;
  const summary = restored.size === 0 ? program : mergedSummary(program, restored, { ...lowered, project });
  const toolsetsOf = new Map(program.toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  const context = {
    project,
    definitions: compiled,
    documentOf: documentIn(documents, project),
    toolsetOf: ({ node }: Definition) => toolsetsOf.get(node.tree),
  };
  const profile = settings.profile ?? project.config.profile;
  const enabled = rules.filter((rule) => isEnabled(rule, profile, project.config));
  const response = settings.importResponse === undefined ? undefined : project.files.get(settings.importResponse);

  const found: AnalysisFindings = {
    loaded: loaded.diagnostics,
    documents: diagnostics,
    toolsets: [...lowered.diagnostics, ...runRulesOn(enabled, program.toolsets, context)],
    project: [
      ...checkSeverities(project.config, diagnosticCodes),
      ...resolved.diagnostics,
      ...lowered.ofProject,
      ...runProjectRules(enabled, { project, program: summary }),
      ...(response === undefined ? [] : importFindings(response, project)),
    ],
  };
  const everything = Object.values(found).flatMap((some: readonly Diagnostic[]) => some);
  const mistakes = everything.filter(isFlagError);
  if (mistakes.length > 0) return { ...refusal, project, found: onlyFindings(mistakes) };
  const severityOf = severityIn(project.config, optionalCodes);
  const isLost = hasLostSettings(
    everything.filter((each) => severityOf(each) === "error"),
    project,
  );
  const lost = new Set(accepted.filter(isLost).map(({ node }) => node.tree));
  const kept = withoutToolsets(program, lost);
  const keptSummary = withoutToolsets(summary, lost);
  return {
    project,
    definitions,
    program: kept,
    summary: keptSummary,
    names: lowered.names,
    refused: [...uncompiled(accepted, keptSummary), ...definitions.rejected],
    found,
    documents: [...documents.values()],
    taken,
    losses: lowered.brokenInputs,
  };
}

/** A program without the toolsets of the definitions in these trees. */
function withoutToolsets<Some extends ProgramSummary>(program: Some, trees: ReadonlySet<Tree>): Some {
  if (trees.size === 0) return program;
  const toolsets = program.toolsets.filter(({ origin }) => !trees.has(origin.tree));
  const names = new Set(toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)));
  const agents = program.agents.map((agent) => ({ ...agent, tools: agent.tools.filter((name) => names.has(name)) }));
  return { ...program, toolsets, agents };
}

function uncompiled(accepted: readonly Definition[], { toolsets }: ProgramSummary): ResourceName[] {
  const compiled = new Set(toolsets.map(({ origin }) => origin.tree));
  return accepted.flatMap(({ resource, name, node: { tree } }) => (compiled.has(tree) ? [] : [{ resource, name, tree }]));
}

function onlyFindings(project: readonly Diagnostic[]): AnalysisFindings {
  return { loaded: [], documents: [], toolsets: [], project };
}

/**
 * Whether a diagnostic is an error in a flag. Some flags can be checked only after documents are read. If a flag has an error, only the
 * errors in flags are reported.
 */
function isFlagError({ severity, place }: Diagnostic): boolean {
  return severity === "error" && /^--[a-z-]+$/.test(place.tree.source.path);
}

function documentIn(documents: Documents, project: Project): RuleContext["documentOf"] {
  return (definition) => {
    const tree = documentTree(definition, project);
    return tree && documents.get(tree);
  };
}
