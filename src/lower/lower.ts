import type { Definition } from "../definition/definition.ts";
import { keyOrigin } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome, type ProjectOutcome } from "../diagnostic/diagnostic.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Program, ProgramSummary, Toolset, ToolsetSummary } from "../ir/ir.ts";
import type { Config } from "../project/config/config.ts";
import { isBare } from "../project/definitions/bare-document.ts";
import { documentTree } from "../project/documents/documents.ts";
import { folderOf } from "../project/files/paths.ts";
import type { Project } from "../project/project.ts";
import { createImpossibleFinder } from "../schema/reason/find-impossible.ts";
import { pushAll } from "../source/text/push-all.ts";
import { type Origin, originOfValue, type Tree } from "../source/tree.ts";
import { noTools } from "./codes.ts";
import type { Draft, RequestedName } from "./draft.ts";
import { finishToolset, type LoweredToolset } from "./finish-toolset.ts";
import { type CompiledDefinition, groupByAgent } from "./group-by-agent.ts";
import { lowerDefinition } from "./lower-definition.ts";
import { changedNames, type NamedOrigin, nameTools, type ToolName } from "./names/name-tools.ts";
import { nameToolsets } from "./names/name-toolsets.ts";
import type { OperationSelections } from "./openapi/select-operations.ts";
import { checkConfigEntries, overridesFor } from "./overrides/overrides-for.ts";
import { type BrokenOperation, reportBroken } from "./schemas/broken-schemas.ts";
import { impossibleParts } from "./schemas/impossible-parts.ts";
import { createLibraries } from "./schemas/libraries.ts";
import { pickOutput } from "./schemas/pick-output.ts";
import { uncallableTools } from "./schemas/uncallable.ts";

/** The toolsets of a project, and what was found out when they were lowered. */
export interface Lowering extends ProjectOutcome<Program> {
  /** The summaries of all toolsets, those that were not lowered included, in the order of the project. */
  readonly summary: ProgramSummary;
  /** The invalid values in input schemas that prevent operations from becoming tools. */
  readonly brokenInputs: readonly Origin[];
  /**
   * The names of each definition's toolset and of its tools. Definitions that were restored instead of lowered are included.
   */
  readonly names: ReadonlyMap<Definition, ToolsetNames>;
}

/** The requested and the assigned names of a toolset. */
export interface ToolsetNames {
  readonly name: string;
  readonly requestedNames: readonly RequestedName[];
  readonly tools: ReadonlyMap<string, ToolName>;
}

/**
 * Lowers definitions of every kind to the intermediate representation. An operation with an error is omitted, without effect on the others.
 * Definitions with an entry in `restored` are not lowered, but their tools are named too, because names must be unique among all toolsets.
 */
export function lower(
  resolved: readonly Resolved[],
  selections: OperationSelections,
  project: Project,
  restored: ReadonlyMap<Definition, { readonly requestedNames: readonly RequestedName[]; readonly summary: ToolsetSummary }>,
): Lowering {
  const { config } = project;
  const toolsetNames = nameToolsets(resolved.map(({ definition }) => definition));
  const libraries = createLibraries(project);
  const diagnostics: Diagnostic[] = [];
  const parts = resolved.flatMap((each): LoweredToolset[] => {
    if (restored.has(each.definition)) return [];
    const overrides = overridesFor(config, each.definition);
    const name = toolsetNames.get(each.definition) ?? each.definition.name;
    const { value, diagnostics: found } = lowerDefinition(each, { selections, project, libraries, overrides });
    pushAll(diagnostics, ofToolset(name, found));
    return value === undefined ? [] : [{ resolved: each, name, overrides, lowered: value }];
  });

  const lowered = new Map(parts.map((part) => [part.resolved.definition, part]));
  const requests = resolved.flatMap(({ definition }) => {
    const requestedNames = (restored.get(definition) ?? lowered.get(definition)?.lowered)?.requestedNames;
    const name = toolsetNames.get(definition) ?? definition.name;
    return requestedNames === undefined ? [] : [{ definition, name, requestedNames }];
  });
  const names = nameTools(
    requests.map(({ definition, name, requestedNames }) => ({
      toolset: name,
      prefix: prefixOf(name, definition, config),
      requestedNames,
      overrides: overridesFor(config, definition),
    })),
  );
  const brokenOperations: BrokenOperation[] = [];
  const compiled = parts.map((part): CompiledDefinition => {
    const { value, diagnostics: found } = compileToolset(part, { project, names: names.get(part.name) ?? new Map(), brokenOperations });
    pushAll(diagnostics, ofToolset(part.name, found));
    return value;
  });

  const agents = groupByAgent(compiled, project);
  const toolsets = compiled.map(({ toolset }) => toolset).filter(({ tools }) => tools.length > 0);
  const program = { toolsets, agents: agents.value, folder: folderOf(bareDocument(resolved, project)?.source.path ?? "") };
  return {
    value: program,
    summary: { ...program, toolsets: summariesOf(requests, toolsets, restored) },
    diagnostics: [...libraries.diagnostics(), ...diagnostics, ...reportBroken(brokenOperations)],
    ofProject: [...checkConfigEntries(config, resolved, project), ...agents.diagnostics],
    names: new Map(
      requests.map(({ definition, ...requested }) => [definition, { ...requested, tools: names.get(requested.name) ?? new Map() }]),
    ),
    brokenInputs: [...new Set(brokenOperations.filter(({ side }) => side === "input").flatMap(({ broken }) => broken))],
  };
}

/** The summaries of the toolsets that were lowered or restored, in the order of their definitions. */
function summariesOf(
  requests: readonly { readonly definition: Definition }[],
  toolsets: readonly Toolset[],
  restored: ReadonlyMap<Definition, { readonly summary: ToolsetSummary }>,
): readonly ToolsetSummary[] {
  if (restored.size === 0) return toolsets;
  const lowered = new Map(toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  return requests.flatMap(({ definition }) => restored.get(definition)?.summary ?? lowered.get(definition.node.tree) ?? []);
}

/** The diagnostics, with `toolset` as the toolset of each diagnostic that has none. */
function ofToolset(toolset: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, toolset: each.toolset ?? toolset }));
}

/** The configured prefix of the names of a toolset's tools. The name of a standalone tool has no prefix. */
function prefixOf(name: string, { resource }: Definition, { naming }: Config): string {
  return resource === "toolset" && naming === "toolset_operation" ? `${name}_` : "";
}

interface CompileContext {
  readonly project: Project;
  readonly names: ReadonlyMap<string, ToolName>;
  readonly brokenOperations: BrokenOperation[];
}

/** Creates the toolset of a lowered definition, with the names of its tools. */
function compileToolset(part: LoweredToolset, { project, names, brokenOperations }: CompileContext): Outcome<CompiledDefinition> {
  const { definition } = part.resolved;
  const picked = pickOutputs(part);
  const { value: toolset, tools, diagnostics } = finishToolset(picked.value, names, brokenOperations);
  const finder = createImpossibleFinder(toolset.schemas, part.lowered.library.reasoning);
  const found = [
    ...picked.diagnostics,
    ...diagnostics,
    ...changedNames(part.name, toolNames(tools, names)),
    ...uncallableTools(toolset, finder),
    ...impossibleParts(toolset, finder, part.lowered.library),
  ];
  // If operations failed, each of them has its own diagnostic.
  if (toolset.tools.length === 0 && toolset.account.failed === 0)
    found.push(diagnostic(noTools, { name: definition.name, reason: reasonOf(toolset) }, placeOf(definition, project)));
  return { value: { definition, toolset, ids: new Set(part.lowered.requestedNames.map(({ id }) => id)) }, diagnostics: found };
}

function pickOutputs(part: LoweredToolset): Outcome<LoweredToolset> {
  const { lowered } = part;
  const drafts = lowered.drafts.map((draft) => pickOutput(draft, lowered.toolOverrides.get(draft.key)?.pick ?? [], lowered.library));
  return {
    value: { ...part, lowered: { ...lowered, drafts: drafts.map(({ value }) => value) } },
    diagnostics: drafts.flatMap(({ diagnostics }) => diagnostics),
  };
}

function toolNames(drafts: readonly Draft[], names: ReadonlyMap<string, ToolName>): NamedOrigin[] {
  return drafts.flatMap(({ key, origin }) => {
    const named = names.get(key);
    return named === undefined ? [] : [{ ...named, origin }];
  });
}

/**
 * The location of diagnostics about a definition: the key of its kind, such as `openApiToolset`, or the whole document if it is compiled
 * without a definition.
 */
function placeOf(definition: Definition, project: Project): Origin {
  const document = isBare(definition.node.tree, project) ? documentTree(definition, project) : undefined;
  return document === undefined ? keyOrigin(definition.body) : originOfValue(document, []);
}

function bareDocument([first]: readonly Resolved[], project: Project): Tree | undefined {
  return first !== undefined && isBare(first.definition.node.tree, project) ? documentTree(first.definition, project) : undefined;
}

function reasonOf({ account: { operations, webhooks } }: Toolset): string {
  if (operations === 0 && webhooks > 0) return "its document describes only webhooks, and a tool cannot call a webhook";
  if (operations === 0) return "no tool is described in its definition, document or snapshot";
  return "all of its operations are excluded or cannot be called";
}
