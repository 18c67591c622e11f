import type { Outcome } from "./diagnostic/diagnostic.ts";
import { checkRequested } from "./environment/check-requested.ts";
import { resolve } from "./environment/resolve.ts";
import { type Analysis, flagErrors, notCompiled, onlyOfProject, requestedPart, uncompiled } from "./findings/analysis.ts";
import { checkRuleSettings } from "./findings/check-rule-settings.ts";
import { type Findings, withFindings } from "./findings/findings-of.ts";
import { isolateFaults } from "./findings/isolate-faults.ts";
import { lostToolsets } from "./findings/lost-toolsets.ts";
import { haveSameNames, type RestoredToolsets } from "./findings/restored-toolset.ts";
import { searchedCodes } from "./findings/searched-codes.ts";
import { effectsIn, refusedIn } from "./findings/severities.ts";
import { type ShownDiagnostics, shownDiagnostics } from "./findings/shown-diagnostics.ts";
import { withoutToolsets } from "./ir/without-toolsets.ts";
import { lower } from "./lower/lower.ts";
import { toolsetsElsewhere } from "./lower/names/name-elsewhere.ts";
import { selectOperations, usedOperations } from "./lower/openapi/select-operations.ts";
import { withOperations } from "./project/config/with-operations.ts";
import { checkDocumentsOf, type Documents } from "./project/documents/check-documents.ts";
import { type Host, type Loaded, load } from "./project/load.ts";
import { unmatchedAssertions } from "./rules/assertions/run-assertions.ts";
import { type ImportedRules, importRules } from "./rules/files/run-file-rules.ts";
import { noRules, runEnabledRules } from "./rules/run-enabled-rules.ts";
import { type CompileOptions, defaultSettings, type Settings } from "./settings.ts";
import { emit, emitPart, type Output, type PreparedTarget, prepareTargets, selectTargets } from "./targets/emit.ts";

/** A project whose definitions and documents were read and checked, but not compiled. */
export interface Reading extends Loaded {
  readonly documents: Documents;
}

/** The requested part of a project compiled to the IR, the findings about it, and the files that the targets emitted. */
export interface Compilation extends Analysis, ShownDiagnostics, Findings {
  /** The output of each requested target, in the order of the request. */
  readonly outputs: readonly Output[];
  /**
   * The diagnostic codes that were checked in the whole project; empty if the run was limited to a part of it, or if a definition or an
   * operation did not compile.
   */
  readonly searched: ReadonlySet<string>;
}

/**
 * Compiles a project. An error in one stage does not stop the next stage: each stage returns what it accepted, and reports what it
 * rejected. `restore` finds the toolsets that need not be compiled.
 */
export async function compile(
  host: Host,
  options: CompileOptions = {},
  restore: (loaded: Loaded, targets: readonly PreparedTarget[], settings: Settings) => RestoredToolsets = () => new Map(),
): Promise<Compilation> {
  const { loaded, settings } = await loadProject(host, options);
  const { config } = loaded.project;
  const importedRules = await importRules(config, settings.runsRules ? settings.importRule : undefined);
  const targets = await prepareTargets(selectTargets(config.targets, settings.targets), settings.targetDefaults);
  return isolateFaults(loaded, (each) => compileLoaded(each, { settings, targets, importedRules }, restore(each, targets.value, settings)));
}

/** Compiles a project to the IR, without emitting the files of targets. */
export async function analyze(host: Host, options: CompileOptions = {}): Promise<Compilation> {
  const { loaded, settings } = await loadProject(host, options);
  const importedRules = await importRules(loaded.project.config, settings.runsRules ? settings.importRule : undefined);
  return isolateFaults(loaded, (each) => compileLoaded(each, { settings, targets: noTargets, importedRules }, new Map()));
}

/** Reads and checks a project for `export`, `import` and `pull`, which compile no tools. */
export async function read(host: Host, options: CompileOptions = {}): Promise<Reading> {
  const { loaded, settings } = await loadProject(host, options);
  return isolateFaults(loaded, (each) => {
    const { project, value: documents, diagnostics } = checkDocumentsOf(each.definitions.accepted, each.project);
    const decided = effectsIn({ documents, found: diagnostics }, [], settings.profile);
    return { ...each, project, documents, diagnostics: [...each.diagnostics, ...diagnostics].map(decided) };
  });
}

/** Loads a project, and settles which profile applies. */
async function loadProject(host: Host, options: CompileOptions) {
  const given = { ...defaultSettings, ...options };
  const loaded = withOperations(await load(host, given, (opened) => checkRequested(opened, given)), given.operations);
  return { loaded, settings: { ...given, profile: given.profile ?? loaded.project.config.profile } };
}

/** How a project is compiled: all that is not read from it, and the code that was loaded for it. */
interface CompileRequest {
  readonly settings: Settings;
  readonly targets: Outcome<readonly PreparedTarget[]>;
  readonly importedRules: ImportedRules;
}

const noTargets: CompileRequest["targets"] = { value: [], diagnostics: [] };

/** All stages after loading. They are pure, as long as the rules of the project are. */
function compileLoaded(loaded: Loaded, request: CompileRequest, restored: RestoredToolsets): Compilation {
  const { settings, targets } = request;
  const { analysis, found } = analyzeLoaded(loaded, request, restored);
  const part = requestedPart(analysis);
  if (targets.value.length > 0) settings.onStage({ name: "emit", count: analysis.program.toolsets.length });
  const emitted = part.project.isPart
    ? emitPart({ ...analysis, elsewhere: toolsetsElsewhere(part.project, analysis.summary) }, part.program, targets.value, settings)
    : emit(part, targets.value, settings.readsTexts);
  if (restored.size > 0 && (emitted.hasClashes || !haveSameNames(restored, analysis))) return compileLoaded(loaded, request, new Map());
  settings.onStage({ name: "finish", count: undefined });
  const shown = shownDiagnostics(analysis, {
    ...found,
    toolsets: [...found.toolsets, ...emitted.diagnostics],
    project: [...found.project, ...targets.diagnostics],
  });
  const compilation = {
    ...part,
    ...shown,
    storable: emitted.hasClashes ? undefined : shown.storable,
    outputs: emitted.value,
    searched: searchedCodes(analysis, targets.value, settings),
  };
  return withFindings(compilation, settings);
}

/** Checks documents, resolves what differs by environment, lowers definitions to the IR, and runs the rules. */
function analyzeLoaded(loaded: Loaded, { settings, importedRules }: CompileRequest, restored: RestoredToolsets) {
  const { definitions, diagnostics } = loaded;
  if (loaded.isRefused) return { analysis: notCompiled(loaded.project, definitions), found: onlyOfProject(diagnostics) };
  const compiled = definitions.accepted.filter((definition) => !restored.has(definition));
  const checked = checkDocumentsOf(compiled, loaded.project);
  const { project, value: documents } = checked;
  settings.onStage({ name: "compile", count: compiled.length });
  const resolved = resolve(definitions.accepted, project, settings);
  const selections = selectOperations(compiled, documents, project);
  const { value: program, summary, names, brokenInputs, ...lowered } = lower(resolved.value, selections, project, restored);
  const ruled = settings.runsRules
    ? runEnabledRules({ project, resolved: resolved.value, definitions: compiled, program, summary, documents }, settings, importedRules)
    : noRules;
  const matched = [...ruled.value.values(), ...[...restored.values()].map(({ assertions }) => assertions)];
  const found = {
    loaded: diagnostics,
    documents: checked.diagnostics,
    toolsets: [...lowered.diagnostics, ...ruled.diagnostics],
    project: [
      ...checkRuleSettings(project.config),
      ...(settings.runsRules ? unmatchedAssertions(matched, project.config, { ...definitions, summary }) : []),
      ...resolved.diagnostics,
      ...lowered.ofProject,
      ...ruled.ofProject,
    ],
    used: usedOperations(selections),
  };
  const mistakes = flagErrors(found);
  if (mistakes !== undefined) return { analysis: notCompiled(project, definitions), found: mistakes };
  const lost = lostToolsets(found, definitions.accepted, project);
  const kept = { program: withoutToolsets(program, lost), summary: withoutToolsets(summary, lost) };
  const refused = uncompiled(definitions, kept.summary);
  const trees = new Set(kept.summary.toolsets.map(({ origin }) => origin.tree));
  const still = new Map([...restored].filter(([{ node }]) => trees.has(node.tree)));
  const decided = effectsIn({ documents, found: found.documents }, [...refusedIn(documents), ...brokenInputs], settings.profile);
  return {
    analysis: { project, definitions, ...kept, restored: still, refused, names, matched: ruled.value },
    found: { ...found, loaded: found.loaded.map(decided), documents: found.documents.map(decided) },
  };
}
