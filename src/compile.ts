import { analyzeLoaded, checkDocumentsOf, type FullAnalysis, type Loaded, loadProject } from "./analyze-loaded.ts";
import type { Definition } from "./definition/definition.ts";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.ts";
import { assignSeverities, refusedLocations } from "./findings/assign-severities.ts";
import { diagnosticCodes } from "./findings/diagnostic-codes.ts";
import { isolateFaults } from "./findings/isolate-faults.ts";
import { relevantFindings } from "./findings/relevant-findings.ts";
import { searchedCodes } from "./findings/searched-codes.ts";
import { type ToolsetOwners, toolsetOwners } from "./findings/toolset-owners.ts";
import {
  type CreatedToolset,
  createdToolsets,
  haveSameNames,
  restorableToolsets,
  type StoredToolset,
  type ToolsetCache,
} from "./incremental/stored-toolsets.ts";
import { type ToolsetKeys, toolsetKeys } from "./incremental/toolset-keys.ts";
import type { ProgramSummary, ToolsetSummary } from "./ir/ir.ts";
import { type Documents, usedOperations } from "./lower/openapi/select-operations.ts";
import { type Analyzed, emitRequested, requestedPart } from "./part.ts";
import type { TargetConfig } from "./project/config.ts";
import type { Host } from "./project/load.ts";
import { type CompileOptions, defaultSettings, type Settings } from "./settings.ts";
import type { Tree } from "./source/tree.ts";
import { emit, emitBeside, type Output, type PreparedTarget, prepareTargets } from "./targets/emit.ts";
import { targets } from "./targets/index.ts";
import type { FileSummary } from "./targets/target.ts";
import { toolsetTokens } from "./targets/tool-tokens.ts";

/** The valid names for `Settings.targets`. */
export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** A project compiled to the IR, without the files of targets. */
export interface Analysis extends Analyzed {
  readonly diagnostics: readonly Diagnostic[];
}

/** An analysis and the files that the targets emitted. `diagnostics` are those of all stages, rules and targets. */
export interface Compilation extends Analysis {
  /** The output of each requested target, in the order of the request. */
  readonly outputs: readonly Output[];
  /**
   * The diagnostic codes that were checked in the whole project; empty if the run was limited to a part of it, or if a definition or an
   * operation did not compile.
   */
  readonly searched: ReadonlySet<string>;
}

/** A compilation in which some toolsets may be restored from former runs. Only the summaries of restored toolsets are known. */
export interface PartialCompilation extends Omit<Compilation, "program"> {
  readonly program: ProgramSummary;
  /** For each target, the files of the restored toolsets. */
  readonly restoredFiles: readonly (readonly FileSummary[])[];
  readonly restored: readonly StoredToolset[];
  /** The estimated number of tokens of a toolset's tools in the input of a model. */
  readonly tokensOf: (toolset: ToolsetSummary) => number;
  /** The compiled toolsets that later runs may restore. */
  readonly created: readonly CreatedToolset[];
}

/** A project whose definitions and documents were read and checked, but not compiled. */
export interface Reading extends Loaded {
  readonly documents: Documents;
}

/**
 * Compiles a project. An error in one stage does not stop the next stage: each stage returns what it accepted, and reports what it
 * rejected.
 */
export async function compile(host: Host, options: CompileOptions = {}): Promise<Compilation> {
  const settings = { ...defaultSettings, ...options };
  const loaded = await loadProject(host, settings);
  const prepared = await prepare(loaded, settings);
  return isolateFaults(loaded, (each) => compileLoaded(each, prepared, settings).compilation);
}

/** Compiles a project, except for the toolsets whose result is in the cache. Without a cache, all toolsets are compiled. */
export async function compileChanged(host: Host, options: CompileOptions, cache: ToolsetCache | undefined): Promise<PartialCompilation> {
  const settings = { ...defaultSettings, ...options };
  const loaded = await loadProject(host, settings);
  const prepared = await prepare(loaded, settings);
  return isolateFaults(loaded, (each) => compileOrRestore(each, prepared, settings, cache));
}

function compileOrRestore(loaded: Loaded, prepared: Prepared, settings: Settings, cache: ToolsetCache | undefined): PartialCompilation {
  const { project, definitions, isRefused } = loaded;
  const isKeyed = !isRefused && settings.input.kind === "project" && settings.importResponse === undefined;
  const general = [settings.today, settings.profile, settings.environment, [...settings.set]];
  const keyed = { project, definitions: definitions.accepted, targets: prepared.value, settings: general };
  const keys: ToolsetKeys = isKeyed && cache !== undefined ? toolsetKeys(keyed, cache) : new Map();
  const restored = cache === undefined ? new Map() : restorableToolsets(definitions.accepted, keys, cache);
  const partly = restored.size === 0 ? undefined : compileRest(loaded, prepared, settings, restored);
  return partly === undefined ? partial(compileLoaded(loaded, prepared, settings), keys, new Map()) : partial(partly, keys, restored);
}

/** Compiles a project to the IR, without emitting the files of targets. */
export async function analyze(host: Host, options: CompileOptions = {}): Promise<Analysis> {
  const settings = { ...defaultSettings, ...options };
  return isolateFaults(await loadProject(host, settings), (loaded) => analysisOf(loaded, settings));
}

function analysisOf(loaded: Loaded, settings: Settings): Analysis {
  const whole = analyzeLoaded(loaded, settings);
  settings.onStage({ name: "finish", count: undefined });
  const { ofToolsets, ofProject } = shownDiagnostics(whole, { toolsets: [], project: [] }, settings);
  return { ...requestedPart(analyzed(whole)), diagnostics: [...ofToolsets, ...ofProject] };
}

/** Reads and checks a project for `export`, `import` and `pull`, which compile no tools. */
export async function read(host: Host, options: CompileOptions = {}): Promise<Reading> {
  const loaded = await loadProject(host, { ...defaultSettings, ...options });
  return isolateFaults(loaded, (each) => readingOf(each, options));
}

function readingOf(loaded: Loaded, options: CompileOptions): Reading {
  const { project, documents, diagnostics } = checkDocumentsOf(loaded.definitions.accepted, loaded.project);
  const profile = options.profile ?? project.config.profile;
  const given = { documents: documents.values(), refused: [], profile, diagnosticCodes };
  return { ...loaded, project, documents, diagnostics: assignSeverities([...loaded.diagnostics, ...diagnostics], given) };
}

type Prepared = Outcome<readonly PreparedTarget[]>;

function prepare({ project }: Loaded, { targets: chosen, targetDefaults }: Settings): Promise<Prepared> {
  return prepareTargets(selectedTargets(project.config.targets, chosen), targetDefaults);
}

function selectedTargets(configured: readonly TargetConfig[], chosen: readonly string[]): readonly TargetConfig[] {
  if (chosen.length === 0) return configured;
  return chosen.flatMap((target) => {
    const entries = configured.filter((entry) => entry.target === target);
    return entries.length > 0 ? entries : [{ target, out: "generated", options: {}, origin: undefined }];
  });
}

/** A compilation, and intermediate results for the function `partial`. */
interface Compiled extends ShownDiagnostics {
  readonly whole: FullAnalysis;
  readonly compilation: Compilation;
  readonly restoredFiles: PartialCompilation["restoredFiles"];
  readonly prepared: Prepared;
}

function compileLoaded(loaded: Loaded, prepared: Prepared, settings: Settings): Compiled {
  const whole = analyzeLoaded(loaded, settings);
  settings.onStage({ name: "emit", count: whole.program.toolsets.length });
  const emitted = emitRequested(whole, settings, (program) => emit(program, prepared.value));
  return concluded(whole, emitted, { prepared, settings, restoredFiles: [] });
}

/**
 * Compiles the toolsets that are not restored. `undefined` if everything must be compiled: a compiled toolset changes the names of a
 * restored one, a target cannot emit toolsets separately, or two files would have the same path.
 */
function compileRest(
  loaded: Loaded,
  prepared: Prepared,
  settings: Settings,
  restored: ReadonlyMap<Definition, StoredToolset>,
): Compiled | undefined {
  const whole = analyzeLoaded(loaded, settings, restored);
  if (!haveSameNames(restored, whole.names, whole.summary)) return undefined;
  settings.onStage({ name: "emit", count: whole.program.toolsets.length });
  const restoredFiles = prepared.value.map((_target, index) => [...restored.values()].flatMap(({ files }) => files[index] ?? []));
  const emitted = emitBeside(whole, prepared.value, restoredFiles);
  return emitted && concluded(whole, emitted, { prepared, settings, restoredFiles });
}

function concluded(
  whole: FullAnalysis,
  emitted: Outcome<Output[]>,
  { prepared, settings, restoredFiles }: Pick<Compiled, "prepared" | "restoredFiles"> & { readonly settings: Settings },
): Compiled {
  settings.onStage({ name: "finish", count: undefined });
  const shown = shownDiagnostics(whole, { toolsets: emitted.diagnostics, project: prepared.diagnostics }, settings);
  const profile = settings.profile ?? whole.project.config.profile;
  const targetsOfRun = prepared.value.map(({ target }) => target.name);
  const compilation = {
    ...requestedPart(analyzed(whole)),
    diagnostics: [...shown.ofToolsets, ...shown.ofProject],
    outputs: emitted.value,
    searched: searchedCodes({ ...whole, program: whole.summary }, { ...settings, profile, targets: targetsOfRun }),
  };
  return { whole, compilation, prepared, restoredFiles, ...shown };
}

function analyzed({ project, definitions, program, refused }: FullAnalysis): Analyzed {
  return { project, definitions, program, refused };
}

/** The diagnostics to show: those about toolsets, and those about the whole project or about no toolset. */
interface ShownDiagnostics {
  readonly owners: ToolsetOwners;
  readonly ofToolsets: readonly Diagnostic[];
  readonly ofProject: readonly Diagnostic[];
  /**
   * Whether it is known for each finding which toolsets it concerns. If it is not known, no results of toolsets are stored, because a later
   * run that restores the toolsets would not report the finding.
   */
  readonly areOwned: boolean;
}

function shownDiagnostics(
  { project, definitions, program, summary, found, documents, taken, losses }: FullAnalysis,
  emitted: { readonly toolsets: readonly Diagnostic[]; readonly project: readonly Diagnostic[] },
  settings: Settings,
): ShownDiagnostics {
  const owners = toolsetOwners(project, definitions.accepted, summary);
  const relevance = {
    project,
    owners,
    used: usedOperations(taken),
    documents,
    refused: [...refusedLocations(documents), ...losses],
    profile: settings.profile ?? project.config.profile,
    diagnosticCodes,
  };
  const later = [...found.toolsets, ...emitted.toolsets];
  const compiled = new Set(program.toolsets.map(({ origin }) => origin.tree));
  const restored = new Set(summary.toolsets.map(({ origin }) => origin.tree).filter((tree) => !compiled.has(tree)));
  // Findings about restored toolsets are read from the cache, and are omitted here.
  const isRestored = (of: ReturnType<ToolsetOwners["of"]>) => of.length > 0 && of.every(({ tree }) => restored.has(tree));
  const ofToolsets = relevantFindings({ reading: [...found.loaded, ...found.documents], later }, relevance);
  return {
    owners,
    ofToolsets: restored.size === 0 ? ofToolsets : ofToolsets.filter((each) => !isRestored(owners.of(each))),
    ofProject: relevantFindings({ reading: [], later: [...found.project, ...emitted.project] }, relevance),
    areOwned: [...found.documents, ...later].every((each) => owners.of(each).length > 0),
  };
}

function partial(
  { whole, compilation, restoredFiles, prepared, owners, ofToolsets, areOwned }: Compiled,
  keys: ToolsetKeys,
  restored: ReadonlyMap<Definition, StoredToolset>,
): PartialCompilation {
  const isStored = keys.size > 0 && areOwned && compilation.outputs.length === prepared.value.length;
  const files = compilation.outputs.map((output) => output.files);
  const compiled = new Map(whole.program.toolsets.map((toolset) => [toolset.name, toolset]));
  const tokens = new Map(Array.from(restored.values(), ({ summary, tokens }) => [summary.name, tokens]));
  return {
    ...compilation,
    program: whole.summary,
    restoredFiles,
    restored: [...restored.values()],
    tokensOf: ({ name }) => {
      const toolset = compiled.get(name);
      return toolset === undefined ? (tokens.get(name) ?? 0) : toolsetTokens(toolset);
    },
    created: isStored ? createdToolsets(keys, { ...whole, files, diagnosticsOf: byToolset(ofToolsets, owners, keys) }) : [],
  };
}

/**
 * Returns a function that finds the diagnostics of a toolset by the tree of its definition. The result is `undefined` if a diagnostic also
 * concerns a toolset that shares no file with it: later runs may compile only one of the two, so the diagnostic cannot be stored for
 * either.
 */
function byToolset(
  diagnostics: readonly Diagnostic[],
  owners: ToolsetOwners,
  keys: ToolsetKeys,
): (tree: Tree) => readonly Diagnostic[] | undefined {
  const found = new Map<Tree, Diagnostic[]>();
  const mixed = new Set<Tree>();
  for (const each of diagnostics) {
    const trees = owners.of(each).map(({ tree }) => tree);
    const groups = new Set(trees.map((tree) => keys.get(tree)?.group));
    for (const tree of trees) {
      if (groups.size > 1) mixed.add(tree);
      const ofTree = found.get(tree) ?? [];
      found.set(tree, ofTree);
      ofTree.push(each);
    }
  }
  return (tree) => (mixed.has(tree) ? undefined : (found.get(tree) ?? []));
}
