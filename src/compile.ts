import { checkDefinitions, type Definitions } from "./definition/check-definitions.ts";
import type { Definition } from "./definition/definition.ts";
import type { ResourceName } from "./definition/definition-names.ts";
import type { Diagnostic, Profile } from "./diagnostic/diagnostic.ts";
import { diagnosticCodes } from "./diagnostic-codes.ts";
import { type CheckedDocuments, checkDocuments } from "./document/openapi/check-documents.ts";
import type { OpenApiDocument } from "./document/openapi/operation.ts";
import { checkRequested } from "./environment/check-requested.ts";
import { resolve } from "./environment/resolve.ts";
import type { Selection } from "./environment/selection.ts";
import { lower } from "./lower/lower.ts";
import { type Documents, type OperationSelections, selectOperations, usedOperations } from "./lower/openapi/select-operations.ts";
import { type Analyzed, emitRequested, requestedPart } from "./part.ts";
import type { TargetConfig } from "./project/config.ts";
import { documentTree, findTree, withTrees } from "./project/documents.ts";
import { type Host, load } from "./project/load.ts";
import type { LoadInput } from "./project/load-input.ts";
import type { Project } from "./project/project.ts";
import { checkSeverities } from "./project/read-config.ts";
import { type Scope, wholeProject } from "./project/scope.ts";
import { assignSeverities, refusedLocations } from "./relevance/assign-severities.ts";
import { relevantFindings, type StageFindings } from "./relevance/relevant-findings.ts";
import { toolsetOwners } from "./relevance/toolset-owners.ts";
import { importFindings } from "./rules/ces/import-response.ts";
import { rules } from "./rules/index.ts";
import { isEnabled } from "./rules/is-enabled.ts";
import type { RuleContext } from "./rules/rule.ts";
import { runProjectRules, runRulesOn } from "./rules/run-rules.ts";
import { searchedCodes } from "./searched-codes.ts";
import type { JsonObject } from "./source/json.ts";
import type { Origin, Tree } from "./source/tree.ts";
import { emit, type Output, prepareTargets, targets } from "./targets/emit.ts";

/** The settings of a compilation. */
export interface Settings extends Selection {
  /** A project, a part of one, or a bare OpenAPI document. */
  readonly input: LoadInput;
  /** The requested toolsets and tools. */
  readonly scope: Scope;
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root. */
  readonly config: string | undefined;
  /** Additional files to read, such as an environment that a flag selects. */
  readonly files: readonly string[];
  /** `undefined`: the profile of the configuration. */
  readonly profile: Profile | undefined;
  /** The path of the response of an import into CX Agent Studio, whose messages become findings. */
  readonly importResponse: string | undefined;
  /** `YYYY-MM-DD`. Certificates that expire before it are reported; `undefined`: none are. */
  readonly today: string | undefined;
  /** The targets to emit, with their options from the configuration or by default; empty for all targets of the configuration. */
  readonly targets: readonly string[];
  /** Default options of targets by output folder, such as the form of imports that the project around it resolves. */
  readonly targetDefaults: (out: string) => JsonObject;
  /** Called before each stage, and after the last. A large project takes seconds, and who waits wants to know for what. */
  readonly onStage: (stage: Stage) => void;
  /** Whether a file exists in an output folder. If a part of a project is compiled, shared files include only the toolsets that exist there. */
  readonly isThere: (out: string, path: string) => boolean;
}

/** What a compilation does next; `finish` is what its caller does with the result. */
export interface Stage {
  readonly name: "read" | "check" | "compile" | "emit" | "finish";
  /** The number of toolsets and tools, where it is known. */
  readonly count: number | undefined;
}

/** Omitted settings have the values of `defaultSettings`. */
export type CompileOptions = Partial<Settings>;

export const defaultSettings: Settings = {
  input: { kind: "project" },
  scope: wholeProject,
  config: undefined,
  files: [],
  environment: undefined,
  set: new Map(),
  profile: undefined,
  importResponse: undefined,
  today: undefined,
  targets: [],
  targetDefaults: () => ({}),
  onStage: () => {},
  isThere: () => false,
};

/** The valid names for `Settings.targets`. */
export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** A compiled project before targets emit files. */
export interface Analysis extends Analyzed {
  readonly diagnostics: readonly Diagnostic[];
}

export interface Compilation extends Analysis {
  readonly outputs: readonly Output[];
  /** The codes that were looked for in the whole project; empty if only a part was compiled. */
  readonly searched: ReadonlySet<string>;
}

/** A project before its tools are compiled. */
export interface Reading {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly documents: Documents;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the request does not fit the project. The diagnostics then report only that. */
  readonly isRefused: boolean;
}

/** Compiles a project. No stage stops the next: each returns what it accepted, and reports the rest once. */
export async function compile(host: Host, options: CompileOptions = {}): Promise<Compilation> {
  const settings = { ...defaultSettings, ...options };
  const whole = await analyzeAll(host, settings);
  settings.onStage({ name: "emit", count: whole.program.toolsets.length });
  const selected = selectedTargets(whole.project.config.targets, settings.targets);
  const prepared = await prepareTargets(selected, settings.targetDefaults);
  const emitted = emitRequested(whole, settings, (program) => emit(program, prepared.value));
  settings.onStage({ name: "finish", count: undefined });
  const analysis = visibleAnalysis(whole, [...prepared.diagnostics, ...emitted.diagnostics], settings);
  const profile = settings.profile ?? whole.project.config.profile;
  const searched = searchedCodes(whole, { ...settings, profile, targets: prepared.value.map(({ target }) => target.name) });
  return { ...analysis, outputs: emitted.value, searched };
}

function selectedTargets(configured: readonly TargetConfig[], chosen: readonly string[]): readonly TargetConfig[] {
  if (chosen.length === 0) return configured;
  return chosen.flatMap((target) => {
    const entries = configured.filter((entry) => entry.target === target);
    return entries.length > 0 ? entries : [{ target, out: "generated", options: {}, origin: undefined }];
  });
}

/** Compiles a project up to the program, without targets. */
export async function analyze(host: Host, options: CompileOptions = {}): Promise<Analysis> {
  const settings = { ...defaultSettings, ...options };
  const whole = await analyzeAll(host, settings);
  settings.onStage({ name: "finish", count: undefined });
  return visibleAnalysis(whole, [], settings);
}

/** An analysis with everything that was read, before the findings to show are selected. */
interface FullAnalysis extends Analyzed {
  readonly found: StageFindings;
  readonly documents: readonly OpenApiDocument[];
  readonly taken: OperationSelections;
  /** The invalid places in schemas of inputs that prevent operations from becoming tools. */
  readonly losses: readonly Origin[];
}

/** The requested part of an analysis, with the findings to show. */
function visibleAnalysis(whole: FullAnalysis, emitted: readonly Diagnostic[], settings: Settings): Analysis {
  const { found, documents, taken, losses, ...analysis } = whole;
  const { project, definitions, program } = analysis;
  const owners = toolsetOwners(project, definitions.accepted, program);
  const diagnostics = relevantFindings(
    { reading: found.reading, later: [...found.later, ...emitted] },
    {
      project,
      owners,
      used: usedOperations(taken),
      documents,
      refused: [...refusedLocations(documents), ...losses],
      profile: settings.profile ?? project.config.profile,
      diagnosticCodes,
    },
  );
  return { ...requestedPart(analysis, owners), diagnostics };
}

const nothing = {
  program: { toolsets: [], agents: [], folder: "" },
  refused: [],
  documents: [],
  taken: new Map(),
  losses: [],
} satisfies Partial<FullAnalysis>;

async function analyzeAll(host: Host, settings: Settings): Promise<FullAnalysis> {
  const { project, definitions, documents, diagnostics, isRefused } = await readAll(host, settings);
  if (isRefused) return { project, definitions, ...nothing, found: { reading: [], later: diagnostics } };
  const { accepted } = definitions;

  settings.onStage({ name: "compile", count: accepted.length });
  const resolved = resolve(accepted, project, settings);
  const taken = selectOperations(accepted, documents, project);
  const lowered = lower(resolved.value, taken, project);
  const program = lowered.value;
  const toolsetsOf = new Map(program.toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  const context = {
    project,
    definitions: accepted,
    documentOf: documentIn(documents, project),
    toolsetOf: ({ node }: Definition) => toolsetsOf.get(node.tree),
  };
  const profile = settings.profile ?? project.config.profile;
  const enabled = rules.filter((rule) => isEnabled(rule, profile, project.config));
  const ruleFindings = [...runProjectRules(enabled, { project, program }), ...runRulesOn(enabled, program.toolsets, context)];
  const response = settings.importResponse === undefined ? undefined : project.files.get(settings.importResponse);
  const imported = response === undefined ? [] : importFindings(response, project);

  const isCompiled = ({ name, resource }: ResourceName) =>
    program.toolsets.some((toolset) => toolset.displayName === name && toolset.resource === resource);
  const later = [
    ...checkSeverities(project.config, diagnosticCodes),
    ...resolved.diagnostics,
    ...lowered.diagnostics,
    ...ruleFindings,
    ...imported,
  ];
  const mistakes = [...diagnostics, ...later].filter(isFlagError);
  if (mistakes.length > 0) return { project, definitions, ...nothing, found: { reading: [], later: mistakes } };
  return {
    project,
    definitions,
    program,
    refused: [...accepted, ...definitions.rejected].filter((named) => !isCompiled(named)),
    found: { reading: diagnostics, later },
    documents: [...documents.values()],
    taken,
    losses: lowered.brokenInputs,
  };
}

/** An error in a flag, which some flags show only after documents are read. What follows from it is not reported. */
function isFlagError({ severity, place }: Diagnostic): boolean {
  return severity === "error" && /^--[a-z-]+$/.test(place.tree.source.path);
}

/** Reads and checks a project for `export`, `import` and `pull`, which make no tools. */
export async function read(host: Host, options: CompileOptions = {}): Promise<Reading> {
  const reading = await readAll(host, { ...defaultSettings, ...options });
  const profile = options.profile ?? reading.project.config.profile;
  const given = { documents: reading.documents.values(), refused: [], profile, diagnosticCodes };
  return { ...reading, diagnostics: assignSeverities(reading.diagnostics, given) };
}

/** The diagnostics have the severities of their codes. */
async function readAll(host: Host, settings: Settings): Promise<Reading> {
  settings.onStage({ name: "read", count: undefined });
  const loaded = await load(host, settings, (project) => checkRequested(project, settings));
  if (loaded.isRefused)
    return {
      project: loaded.value,
      definitions: { accepted: [], others: [], rejected: [] },
      documents: new Map(),
      diagnostics: loaded.diagnostics,
      isRefused: true,
    };
  settings.onStage({ name: "check", count: loaded.value.resources.length });
  const definitions = checkDefinitions(loaded.value.resources, settings);
  const { documents, repaired } = checkDocumentsOf(definitions.value.accepted, loaded.value);
  const project = withTrees(loaded.value, repaired);
  const checked = [...documents.values()];
  const valid = [...documents].flatMap(([tree, { value }]): [Tree, OpenApiDocument][] => (value === undefined ? [] : [[tree, value]]));
  return {
    project,
    definitions: definitions.value,
    documents: new Map(valid),
    diagnostics: [...loaded.diagnostics, ...definitions.diagnostics, ...checked.flatMap(({ diagnostics }) => diagnostics)],
    isRefused: false,
  };
}

/** Checks each document once, however many definitions use it. */
function checkDocumentsOf(definitions: Definitions["accepted"], project: Project): CheckedDocuments {
  const trees = new Set(definitions.flatMap((definition) => documentTree(definition, project) ?? []));
  return checkDocuments(trees, (from, uri) => findTree(from, uri, project));
}

function documentIn(documents: Documents, project: Project): RuleContext["documentOf"] {
  return (definition) => {
    const tree = documentTree(definition, project);
    return tree && documents.get(tree);
  };
}
