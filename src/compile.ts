import type { Definition } from "./definition/definition.ts";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.ts";
import { checkRequested } from "./environment/check-requested.ts";
import { resolve } from "./environment/resolve.ts";
import { type Analysis, flagErrors, onlyOfProject, type RestoredToolset, requestedPart, uncompiled } from "./findings/analysis.ts";
import { codesOf, diagnosticCodes } from "./findings/diagnostic-codes.ts";
import { isolateFaults } from "./findings/isolate-faults.ts";
import { lostToolsets } from "./findings/lost-toolsets.ts";
import { searchedCodes } from "./findings/searched-codes.ts";
import { effectsIn, refusedIn } from "./findings/severities.ts";
import { type ShownDiagnostics, shownDiagnostics } from "./findings/shown-diagnostics.ts";
import type { ProgramSummary } from "./ir/ir.ts";
import { withoutToolsets } from "./ir/without-toolsets.ts";
import { lower } from "./lower/lower.ts";
import { selectOperations } from "./lower/openapi/select-operations.ts";
import { type CheckedProject, checkDocumentsOf } from "./project/check-documents.ts";
import type { Host } from "./project/load.ts";
import { type Loaded, loadDefinitions } from "./project/load-definitions.ts";
import { checkLocks } from "./project/locks.ts";
import { checkSeverities } from "./project/read-config.ts";
import { checkAssertions, unmatchedAssertions } from "./rules/assertions/run-assertions.ts";
import { runEnabledRules } from "./rules/run-enabled-rules.ts";
import { type CompileOptions, defaultSettings, type Settings } from "./settings.ts";
import { emit, emitPart, type Output, type PreparedTarget, prepareTargets, selectTargets } from "./targets/emit.ts";

/** A project whose definitions and documents were read and checked, but not compiled. */
export interface Reading extends Loaded, CheckedProject {}

/** The requested part of a project compiled to the IR, and the files that the targets emitted. */
export interface Compilation extends Omit<Analysis, "documents" | "selections" | "found"> {
  /** The diagnostics of all stages, rules and targets. */
  readonly diagnostics: readonly Diagnostic[];
  /** The output of each requested target, in the order of the request. */
  readonly outputs: readonly Output[];
  /**
   * The diagnostic codes that were checked in the whole project; empty if the run was limited to a part of it, or if a definition or an
   * operation did not compile.
   */
  readonly searched: ReadonlySet<string>;
  readonly shown: ShownDiagnostics;
  /** Whether two files have the same path, so that the restored toolsets must be compiled, too. */
  readonly hasClashes: boolean;
}

/** The toolsets of a project that may be restored. */
export interface Restored {
  readonly toolsets: ReadonlyMap<Definition, RestoredToolset>;
  /** Whether a run that compiles all toolsets would have the same result. */
  readonly isValid: (analysis: Pick<Analysis, "names" | "summary">) => boolean;
}

const builtInCodes: ReadonlySet<string> = new Set(diagnosticCodes.map(({ code }) => code));

const nothing: Restored = { toolsets: new Map(), isValid: () => true };

/**
 * Compiles a project. An error in one stage does not stop the next stage: each stage returns what it accepted, and reports what it
 * rejected. `restore` finds the toolsets that need not be compiled.
 */
export async function compile(
  host: Host,
  options: CompileOptions = {},
  restore: (loaded: Loaded, targets: readonly PreparedTarget[], settings: Settings) => Restored = () => nothing,
): Promise<Compilation> {
  const { loaded, settings } = await loadProject(host, options);
  const targets = await prepareTargets(selectTargets(loaded.project.config.targets, settings.targets), settings.targetDefaults);
  return isolateFaults(loaded, (each) => compileLoaded(each, settings, targets, restore(each, targets.value, settings)));
}

/** Compiles a project to the IR, without emitting the files of targets. */
export async function analyze(host: Host, options: CompileOptions = {}): Promise<Compilation> {
  const { loaded, settings } = await loadProject(host, options);
  return isolateFaults(loaded, (each) => compileLoaded(each, settings, { value: [], diagnostics: [] }, nothing));
}

/** Reads and checks a project for `export`, `import` and `pull`, which compile no tools. */
export async function read(host: Host, options: CompileOptions = {}): Promise<Reading> {
  const { loaded, settings } = await loadProject(host, options);
  return isolateFaults(loaded, ({ definitions, project, ...rest }) => {
    const { value, diagnostics } = checkDocumentsOf(definitions.accepted, project);
    const decided = effectsIn({ ...settings, documents: value.documents.values(), refused: [] });
    return { ...rest, definitions, ...value, diagnostics: [...rest.diagnostics, ...diagnostics].map(decided) };
  });
}

/** Loads a project, and settles which profile applies. */
async function loadProject(host: Host, options: CompileOptions): Promise<{ readonly loaded: Loaded; readonly settings: Settings }> {
  const given = { ...defaultSettings, ...options };
  const loaded = await loadDefinitions(host, given, (opened) => checkRequested(opened, given));
  return { loaded, settings: { ...given, profile: given.profile ?? loaded.project.config.profile } };
}

/** All stages after loading. They are pure. */
function compileLoaded(loaded: Loaded, settings: Settings, targets: Outcome<readonly PreparedTarget[]>, known: Restored): Compilation {
  const analysis = analyzeLoaded(loaded, settings, known.toolsets);
  const { project, definitions, program, summary, restored, names, refused } = requestedPart(analysis);
  if (targets.value.length > 0) settings.onStage({ name: "emit", count: analysis.program.toolsets.length });
  const emitted =
    project.isPart && settings.scope.beside === "everything"
      ? emitPart({ ...analysis, restored: [...analysis.restored.values()] }, program, targets.value, settings.isThere)
      : emit({ program, summary }, targets.value, [...restored.values()]);
  if (known.toolsets.size > 0 && (emitted.hasClashes || !known.isValid(analysis))) return compileLoaded(loaded, settings, targets, nothing);
  settings.onStage({ name: "finish", count: undefined });
  const { found } = analysis;
  const all = { ...found, toolsets: [...found.toolsets, ...emitted.diagnostics], project: [...found.project, ...targets.diagnostics] };
  const shown = shownDiagnostics({ ...analysis, found: all });
  return {
    ...{ project, definitions, program, summary, restored, names, refused, shown, matched: analysis.matched },
    diagnostics: [...shown.ofToolsets, ...shown.ofProject],
    outputs: emitted.value,
    hasClashes: emitted.hasClashes,
    searched: searchedCodes(analysis, { ...settings, targets: targets.value.map(({ target }) => target.name) }),
  };
}

/** Checks documents, resolves what differs by environment, lowers definitions to the IR, and runs the rules. */
function analyzeLoaded(loaded: Loaded, settings: Settings, restored: Restored["toolsets"]): Analysis {
  const { definitions, diagnostics } = loaded;
  if (loaded.isRefused) return nothingOf(loaded, onlyOfProject(diagnostics));
  const compiled = definitions.accepted.filter((definition) => !restored.has(definition));
  const checked = checkDocumentsOf(compiled, loaded.project);
  const { project, documents } = checked.value;
  settings.onStage({ name: "compile", count: compiled.length });
  const resolved = resolve(definitions.accepted, project, settings);
  const selections = selectOperations(compiled, documents, project);
  const { value: program, summary, names, brokenInputs, ...lowered } = lower(resolved.value, selections, project, restored);
  const ruled = runEnabledRules({ project, definitions: compiled, program, summary, documents }, settings);
  const isComplete = definitions.accepted.length > 0 && definitions.rejected.length === 0 && areComplete(definitions, summary);
  const found = {
    loaded: diagnostics,
    documents: checked.diagnostics,
    toolsets: [...lowered.diagnostics, ...ruled.ofToolsets],
    project: [
      ...checkSeverities(project.config, codesOf(project.config)),
      ...checkLocks(project.config),
      ...checkAssertions(project.config, builtInCodes),
      ...(isComplete ? unmatchedAssertions(project.config, matchedIn(ruled.matched, restored)) : []),
      ...resolved.diagnostics,
      ...lowered.ofProject,
      ...ruled.ofProject,
    ],
  };
  const mistakes = flagErrors(found);
  if (mistakes !== undefined) return nothingOf({ ...loaded, project }, mistakes);
  const lost = lostToolsets(found, definitions.accepted, project);
  const kept = { program: withoutToolsets(program, lost), summary: withoutToolsets(summary, lost) };
  const refused = uncompiled(definitions, kept.summary);
  const trees = new Set(kept.summary.toolsets.map(({ origin }) => origin.tree));
  const still = new Map([...restored].filter(([{ node }]) => trees.has(node.tree)));
  const decided = effectsIn({ ...settings, documents: documents.values(), refused: [...refusedIn(documents.values()), ...brokenInputs] });
  const withEffects = { ...found, loaded: found.loaded.map(decided), documents: found.documents.map(decided) };
  const rest = { documents, selections, matched: ruled.matched, found: withEffects };
  return { project, definitions, ...kept, restored: still, refused, names, ...rest };
}

/** Whether all operations of all definitions compiled, so that what was not found is not there. */
function areComplete({ accepted }: Loaded["definitions"], { toolsets }: ProgramSummary): boolean {
  return accepted.length === toolsets.length && toolsets.every(({ account }) => account.failed === 0);
}

/** The names of the assertions that are about something in a compiled or a restored toolset. */
function matchedIn(matched: Analysis["matched"], restored: Restored["toolsets"]): ReadonlySet<string> {
  return new Set([...[...matched.values()].flat(), ...[...restored.values()].flatMap((each) => each.assertions)]);
}

/** The analysis of a project that is not compiled, because the settings do not fit it. */
function nothingOf({ project, definitions }: Loaded, found: Analysis["found"]): Analysis {
  const program = { toolsets: [], agents: [], folder: "" };
  const none = { restored: new Map(), refused: [], names: new Map(), documents: new Map(), selections: new Map(), matched: new Map() };
  return { project, definitions, program, summary: program, found, ...none };
}
