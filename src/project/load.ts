import { checkDefinitions, type Definitions } from "../definition/check-definitions.ts";
import { type Diagnostic, diagnostic, type Profile } from "../diagnostic/diagnostic.ts";
import { problemsOf } from "../diagnostic/problems.ts";
import { compareText } from "../source/text/compare.ts";
import { fileStart } from "../source/text/file-start.ts";
import { pushAll } from "../source/text/push-all.ts";
import { ignoredConfiguration, skippedFile } from "./codes.ts";
import type { Config } from "./config/config.ts";
import { defaultConfig } from "./config/read-config.ts";
import { readExtended } from "./config/read-extended.ts";
import { hasKnownMember } from "./definitions/find-resource.ts";
import { loadAppContent } from "./definitions/load-app-content.ts";
import { reportUnreadable } from "./definitions/unreadable-definitions.ts";
import { withTrees } from "./documents/documents.ts";
import { loadDocuments } from "./documents/load-documents.ts";
import { loadSnapshots } from "./documents/load-snapshots.ts";
import { existingFiles, isBlank, type Loading, readRequired } from "./files/loading.ts";
import { folderOf } from "./files/paths.ts";
import { type Content, createReader } from "./files/read-files.ts";
import { unreadFile } from "./files/unread-file.ts";
import { loadEnvironments } from "./load-environments.ts";
import { type Base, type LoadedInput, type LoadInput, loadInput } from "./load-input.ts";
import type { Project } from "./project.ts";
import type { Scope } from "./scope.ts";

/** The compiler's access to files. Paths are relative to the project's root and use `/`. */
export interface Host {
  /**
   * With the reach `repository`, a path may begin with `../`: it is that of a configuration that another one extends, or of the
   * `package.json` whose version a command checks, up to the root of the repository. No other file outside of the project is ever read.
   */
  readonly read: (path: string, reach?: "repository") => Promise<Content>;
  /** The paths of all files below the root, in any order. */
  readonly list: () => Promise<readonly string[]>;
}

/** The settings of a compilation that decide what is read. */
export interface LoadSettings {
  /** The path of the configuration; `undefined` for `toolsetc.yaml` in the root folder, if it exists. */
  readonly config: string | undefined;
  /** What to compile: a project, a part of a project, or an OpenAPI document without a project. */
  readonly input: LoadInput;
  /** Which toolsets and tools to compile. */
  readonly scope: Scope;
  /** The paths of additional files to read if they exist, such as an environment file that a flag names. */
  readonly files: readonly string[];
  /**
   * The file that lists known findings, which are hidden: the one that the configuration names, or another one. With `none`, no such file
   * is used, and no budget for warnings applies.
   */
  readonly baseline: "none" | "configured" | { readonly path: string };
  /**
   * The path of a file with the response of an import into CX Agent Studio, whose messages become findings. The response may name any
   * content of an app, so this content is loaded as with the profile `ces`.
   */
  readonly importResponse: string | undefined;
  /**
   * The profile of additional rules; `undefined` selects the profile in the configuration. With `ces`, the content of an app that only
   * CX Agent Studio reads is loaded too.
   */
  readonly profile: Profile | undefined;
  /** The current date as `YYYY-MM-DD`. Certificates that expire before this day are reported. If `undefined`, expiry is not checked. */
  readonly today: string | undefined;
  /** Called before files are read, and before definitions are checked, with their number. */
  readonly onStage: (stage: { readonly name: "read" | "check"; readonly count: number | undefined }) => void;
}

/** A project whose files were read and whose definitions were checked. The diagnostics have the default severities of their codes. */
export interface Loaded {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the settings do not fit the project, for example because they name an unknown toolset. The diagnostics report only that. */
  readonly isRefused: boolean;
}

/** Checks the flags of a command. The definitions and environments of the project are loaded at this time, but its documents are not. */
type CheckRequested = (project: Project) => readonly Diagnostic[];

/**
 * Reads all files of a project, and checks its definitions. No later stage reads a file. If `check` returns diagnostics, loading stops, and
 * only these diagnostics and the errors of the configuration are reported.
 */
export async function load(host: Host, settings: LoadSettings, check: CheckRequested = () => []): Promise<Loaded> {
  settings.onStage({ name: "read", count: undefined });
  const loading = startLoading(host);
  const { config, base } = await loadConfig(settings.config, loading);
  const found = await loadInput(settings.input, { config, base, scope: settings.scope }, loading);
  const environments = await loadEnvironments({ config, base, apps: found.apps }, loading);
  const ignored = await ignoredConfigurations({ config, base, found }, loading);
  const { importResponse, baseline } = settings;
  const given = [...settings.files, ...(typeof baseline === "object" ? [baseline.path] : [])];
  await Promise.all(given.map((path) => loading.reader.tree(path)));
  if (importResponse !== undefined) await readRequired(importResponse, fileStart(importResponse), loading);
  const { apps: foundApps, resources, requested, elsewhere, isPart } = found;
  const request = { config: found.config, resources, requested, elsewhere, apps: foundApps, isPart, base, environments };

  const withoutDocuments = { ...request, files: loading.reader.files(), nested: new Map() };
  const refusals = check(withoutDocuments);
  if (refusals.length > 0) {
    const definitions = { accepted: [], others: [], rejected: [] };
    return { project: withoutDocuments, definitions, diagnostics: [...configErrors(config, loading), ...refusals], isRefused: true };
  }
  const { nested, overlaid } = await loadDocuments(found, loading);
  const unreadableDocuments = await reportUnreadable(found.unreadable, loading);
  const parts = { ...request, resources: resources.filter((resource) => !unreadableDocuments.has(resource)) };
  // A bare document is the only toolset. The snapshots of the project belong to other toolsets, so they are not loaded.
  if (settings.input.kind !== "openapi") await loadSnapshots(parts, loading);

  const isForCes = (settings.profile ?? config.profile) === "ces" || importResponse !== undefined;
  const apps = isForCes ? await Promise.all(found.apps.map((app) => loadAppContent(app, parts, loading))) : found.apps;

  // From here on, a document with overlays is what these make of it.
  const project = withTrees({ ...parts, apps, files: loading.reader.files(), nested }, overlaid);
  const unreadPaths = new Set(elsewhere.map(({ tree }) => tree.source.path));
  const texts = [...project.files.values(), ...[...project.nested.values()].flatMap((trees) => [...trees.values()])];
  const problems = texts.flatMap((tree) => (tree === undefined || isBlank(tree) ? [] : problemsOf(tree)));
  const diagnostics = [...problems, ...loading.diagnostics].filter(({ place }) => !unreadPaths.has(place.tree.source.path));
  // Unused files are reported only if the whole project was read without errors, because an unread file or an invalid definition may use
  // them.
  const isUsed = (path: string) => project.files.get(path) !== undefined || ignored.includes(path);
  const isComplete = elsewhere.length === 0 && diagnostics.every(({ severity }) => severity !== "error");
  const skipped = isComplete ? skippedFiles(found, isUsed) : [];
  settings.onStage({ name: "check", count: project.resources.length });
  const checked = checkDefinitions(project.resources, settings);
  return {
    project,
    definitions: checked.value,
    diagnostics: [...diagnostics, ...skipped, ...checked.diagnostics],
    isRefused: false,
  };
}

/** Creates the state with which loading starts. */
export function startLoading(host: Host): Loading {
  let listing: Promise<string[]> | undefined;
  const paths = () => {
    listing ??= host.list().then((each) => [...each].sort(compareText));
    return listing;
  };
  return { reader: createReader(host.read), paths, diagnostics: [] };
}

/** The errors of the configuration. They are reported together with refused flags, because they may be the reason why a name is unknown. */
function configErrors({ tree }: Config, { diagnostics }: Loading): Diagnostic[] {
  if (tree === undefined) return [];
  return [...problemsOf(tree), ...diagnostics.filter(({ place }) => place.tree === tree)].filter(({ severity }) => severity === "error");
}

/** Reads the configuration. `base` is the folder of the configuration file, to which its paths are relative. */
export async function loadConfig(
  configuredPath: string | undefined,
  loading: Loading,
): Promise<{ readonly config: Config; readonly base: string }> {
  const path = configuredPath ?? (await existingFiles(["toolsetc.yaml", "toolsetc.yml"], loading))[0];
  if (path === undefined) return { config: defaultConfig, base: "" };
  const tree = await readRequired(path, fileStart(path), loading);
  if (tree === undefined) return { config: { ...defaultConfig, path, files: [path] }, base: folderOf(path) };
  const config = await readExtended(tree, loading, [path]);
  await checkRuleFiles(config, loading);
  // A baseline need not exist: the first run with --update-baseline writes it.
  if (config.baseline !== undefined) await loading.reader.tree(config.baseline.value);
  return { config, base: folderOf(path) };
}

/** Reports the files with rules that cannot be read. They are read as other files are, so that a changed rule is a changed input. */
async function checkRuleFiles({ ruleFiles }: Config, loading: Loading): Promise<void> {
  // What a package has outside of the project's root is found, or not found, when it is loaded.
  for (const { path, origin } of ruleFiles.filter((file) => !file.path.startsWith("../"))) {
    const problem = await loading.reader.problem(path);
    if (problem !== undefined)
      loading.diagnostics.push(unreadFile(problem, path, { place: origin, paths: await loading.paths(), tried: [path] }));
  }
}

/** Reports files beside the configuration that have the name of a configuration, and returns their paths. */
async function ignoredConfigurations({ config, base, found }: Base & { readonly found: LoadedInput }, loading: Loading): Promise<string[]> {
  const paths = ["toolsetc.yaml", "toolsetc.yml", "toolsetc.json"].map((name) => `${base}${name}`);
  const others = paths.filter((path) => path !== config.path && !found.resources.some(({ tree }) => tree.source.path === path));
  const ignored = await existingFiles(others, loading);
  pushAll(
    loading.diagnostics,
    ignored.map((path) => diagnostic(ignoredConfiguration, { path, used: config.path }, fileStart(path))),
  );
  return ignored;
}

/** Reports files beside definitions that are not definitions themselves and that no definition refers to. */
function skippedFiles({ unclaimed, resources }: LoadedInput, isUsed: (path: string) => boolean): Diagnostic[] {
  const foldersOf = (some: LoadedInput["resources"]) => new Set(some.map(({ tree }) => folderOf(tree.source.path)));
  const folders = foldersOf(resources);
  // A definition without a known member, such as `openApiToolset`, may refer to any file in its folder, so no file in that folder is
  // reported.
  const unclear = foldersOf(resources.filter((resource) => !hasKnownMember(resource)));
  const skipped = unclaimed.filter((path) => folders.has(folderOf(path)) && !unclear.has(folderOf(path)) && !isUsed(path));
  const [first] = skipped;
  return first === undefined ? [] : [diagnostic(skippedFile, { paths: skipped }, fileStart(first))];
}
