import { catalog } from "./catalog.ts";
import { checkDefinitions, type Definitions } from "./definition/check-definitions.ts";
import type { Named } from "./definition/definition-names.ts";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.ts";
import { checkOpenApi } from "./document/openapi/check-openapi.ts";
import type { OpenApiDocument } from "./document/openapi/operation.ts";
import { resolve } from "./environment/resolve.ts";
import type { Selection } from "./environment/selection.ts";
import type { Program } from "./ir/ir.ts";
import { type Documents, lower } from "./lower/lower.ts";
import { relevantFindings } from "./lower/relevant-findings.ts";
import { withoutEchoes } from "./lower/without-echoes.ts";
import type { Config, TargetConfig } from "./project/config.ts";
import { documentTree, findTree } from "./project/documents.ts";
import { type Host, load } from "./project/load.ts";
import type { LoadInput } from "./project/load-input.ts";
import type { Project } from "./project/project.ts";
import { checkSeverities } from "./project/read-config.ts";
import { rules } from "./rules/index.ts";
import type { Profile, RunnableRule, Subject } from "./rules/rule.ts";
import type { JsonObject } from "./source/json.ts";
import type { Tree } from "./source/tree.ts";
import { emit, type Output, targets, wantsLibrary } from "./targets/emit.ts";

/** All that a compilation can be told. */
export interface Settings extends Selection {
  /** A project with all that is in it, a part of one, or a bare OpenAPI document. */
  readonly input: LoadInput;
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root. */
  readonly config: string | undefined;
  /** Files to read beside those that the project names, such as an environment that a flag chose. */
  readonly files: readonly string[];
  readonly profile: Profile | undefined;
  /** `YYYY-MM-DD`: certificates that end before it are reported. `undefined`: none are. */
  readonly today: string | undefined;
  /** The targets to make, as the configuration has them or with their standard options; none: those of the configuration. */
  readonly targets: readonly string[];
  /** Options that targets have where the configuration gives none, such as the form of import that a project resolves. */
  readonly targetDefaults: JsonObject;
}

/** Settings that are not given have the values of `defaultSettings`. */
export type CompileOptions = Partial<Settings>;

export const defaultSettings: Settings = {
  input: { kind: "project" },
  config: undefined,
  files: [],
  environment: undefined,
  set: new Map(),
  profile: undefined,
  today: undefined,
  targets: [],
  targetDefaults: {},
};

/** The names that `Settings.targets` may hold. */
export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** What a project comes to, before targets make anything of it. */
export interface Analysis {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly program: Program;
  /** What was refused whole, also where it could not be read. What was made of it before is out of date. */
  readonly refused: readonly Named[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface Compilation extends Analysis {
  readonly outputs: readonly Output[];
}

/** What is known of a project before anything is made of it. */
export interface Reading {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly documents: Documents;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles what the host has. No stage stops the next: each passes on what it accepted, and what it refused is said once. */
export async function compile(host: Host, options: CompileOptions = {}): Promise<Compilation> {
  const { targetDefaults, targets: chosen } = { ...defaultSettings, ...options };
  const analysis = await analyze(host, options);
  const wanted = wantedTargets(analysis.project.config.targets, chosen);
  // Three forms of the whole library, which few want.
  const library = wantsLibrary(wanted) ? (await import("./targets/typescript/compiled/library.ts")).library : undefined;
  const { value, diagnostics } = emit(analysis.program, wanted, { defaults: targetDefaults, library });
  return { ...analysis, outputs: value, diagnostics: [...analysis.diagnostics, ...diagnostics] };
}

function wantedTargets(configured: readonly TargetConfig[], chosen: readonly string[]): readonly TargetConfig[] {
  if (chosen.length === 0) return configured;
  return chosen.flatMap((target) => {
    const entries = configured.filter((entry) => entry.target === target);
    return entries.length > 0 ? entries : [{ target, out: "generated", options: {}, origin: undefined }];
  });
}

/** The way to the program that targets read. */
export async function analyze(host: Host, options: CompileOptions = {}): Promise<Analysis> {
  const settings = { ...defaultSettings, ...options };
  const { project, definitions, documents, diagnostics } = await read(host, settings);
  const { accepted } = definitions;

  const resolved = resolve(accepted, project, settings);
  const lowered = lower(resolved.value, documents, project);
  const program = lowered.value;
  const subject = { definitions: accepted, documentOf: documentIn(documents, project), program };
  const opinions = rules.filter((rule) => isWanted(rule, settings, project.config)).flatMap((rule) => rule.run(subject));

  const isCompiled = ({ name, resource }: Named) =>
    program.toolsets.some((toolset) => toolset.displayName === name && toolset.resource === resource);
  const relevant = relevantFindings(diagnostics, accepted, { documents, project });
  return {
    project,
    definitions,
    program,
    refused: [...accepted, ...definitions.rejected].filter((named) => !isCompiled(named)),
    diagnostics: ofPart(settings.input, [
      ...checkSeverities(project.config, catalog),
      ...relevant,
      ...resolved.diagnostics,
      ...withoutEchoes(lowered.diagnostics, relevant),
      ...opinions,
    ]),
  };
}

/** Names that nothing answers to. Where only a part of a project was looked at, they may well belong to the rest of it. */
const ofTheWhole = new Set(["unknown-override", "unknown-source", "unknown-environment-entry", "no-such-toolset"]);

function ofPart({ kind }: LoadInput, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  // `sources` says nothing of a document that is compiled alone, which `overrides` may.
  if (kind === "openapi") return diagnostics.filter(({ code }) => code !== "unknown-source");
  return kind === "file" || kind === "folder" ? diagnostics.filter(({ code }) => !ofTheWhole.has(code)) : diagnostics;
}

/** The part of the way that `export`, `import`, `list` and `pull` need too. */
export async function read(host: Host, options: CompileOptions = {}): Promise<Reading> {
  const settings = { ...defaultSettings, ...options };
  const loaded = await load(host, settings);
  const project = loaded.value;
  const definitions = checkDefinitions(project.resources, settings);
  const documents = checkDocuments(definitions.value.accepted, project);
  const checked = [...documents.values()];
  const sound = [...documents].flatMap(([tree, { value }]): [Tree, OpenApiDocument][] => (value === undefined ? [] : [[tree, value]]));
  return {
    project,
    definitions: definitions.value,
    documents: new Map(sound),
    diagnostics: [...loaded.diagnostics, ...definitions.diagnostics, ...checked.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/** Each document once, however many definitions it serves. */
function checkDocuments(definitions: Definitions["accepted"], project: Project): Map<Tree, Outcome<OpenApiDocument | undefined>> {
  const trees = new Set(definitions.flatMap((definition) => documentTree(definition, project) ?? []));
  return new Map([...trees].map((tree) => [tree, checkOpenApi(tree, (from, uri) => findTree(from, uri, project))]));
}

function documentIn(documents: Documents, project: Project): Subject["documentOf"] {
  return (definition) => {
    const tree = documentTree(definition, project);
    return tree && documents.get(tree);
  };
}

/** A rule without a profile is asked for by name. */
function isWanted(
  { profile, code }: RunnableRule,
  settings: Pick<Settings, "profile">,
  { severities }: Pick<Config, "severities">,
): boolean {
  return profile === undefined ? (severities.get(code)?.value ?? "off") !== "off" : profile === settings.profile;
}
