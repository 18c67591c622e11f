import { type Diagnostic, diagnostic, type Outcome, type Profile } from "../diagnostic/diagnostic.ts";
import { problemsOf } from "../diagnostic/problems.ts";
import { compareText } from "../source/text/compare.ts";
import { fileStart } from "../source/text/file-start.ts";
import { pushAll } from "../source/text/push-all.ts";
import { ignoredConfiguration, skippedFile } from "./codes.ts";
import type { Config } from "./config.ts";
import { hasKnownMember } from "./find-resource.ts";
import { loadAppContent } from "./load-app-content.ts";
import { loadDocuments } from "./load-documents.ts";
import { loadEnvironments } from "./load-environments.ts";
import { type Base, type LoadedInput, type LoadInput, loadInput } from "./load-input.ts";
import { loadSnapshots } from "./load-snapshots.ts";
import { existingFiles, isBlank, type Loading, readRequired } from "./loading.ts";
import { folderOf } from "./paths.ts";
import type { Project } from "./project.ts";
import { defaultConfig } from "./read-config.ts";
import { readExtended } from "./read-extended.ts";
import { type Content, createReader } from "./read-files.ts";
import { type Scope, wholeProject } from "./scope.ts";
import { reportUnreadable } from "./unreadable-definitions.ts";

/** The compiler's access to files. Paths are relative to the project's root and use `/`. */
export interface Host {
  /**
   * With the reach `repository`, a path may begin with `../`: it is that of a configuration that another one extends, up to the root of the
   * repository. No other file outside of the project is ever read.
   */
  readonly read: (path: string, reach?: "repository") => Promise<Content>;
  /** The paths of all files below the root, in any order. */
  readonly list: () => Promise<readonly string[]>;
}

export interface LoadOptions {
  /** The path of the configuration. If it is `undefined`, the configuration is the `toolsetc.yaml` at the root, if it exists. */
  readonly config?: string | undefined;
  readonly input: LoadInput;
  /** The requested toolsets. If it is `undefined`, all toolsets are requested. */
  readonly scope?: Scope | undefined;
  /** The paths of additional files to read if they exist, such as an environment file that a flag names. */
  readonly files?: readonly string[] | undefined;
  /**
   * The path of the saved response of an import into CX Agent Studio. The response may name any content of an app, so this content is
   * loaded as with the profile `ces`.
   */
  readonly importResponse?: string | undefined;
  /**
   * The profile; `undefined` selects the configured profile. With `ces`, the content of an app that only CX Agent Studio reads is loaded
   * too.
   */
  readonly profile?: Profile | undefined;
}

/** The loaded project. If `isRefused` is true, compilation stops because of the diagnostics. */
export interface LoadOutcome extends Outcome<Project> {
  readonly isRefused: boolean;
}

/** Checks the flags of a command. The definitions and environments of the project are loaded at this time, but its documents are not. */
export type CheckRequested = (project: Project) => readonly Diagnostic[];

/**
 * Reads all files of a project. This is the only asynchronous stage; no later stage reads a file. If `check` returns diagnostics, loading
 * stops, and only these diagnostics and the errors of the configuration are reported.
 */
export async function load(host: Host, options: LoadOptions, check: CheckRequested = () => []): Promise<LoadOutcome> {
  const loading = startLoading(host);
  const { config, base } = await loadConfig(options.config, loading);
  const { scope = wholeProject } = options;
  const found = await loadInput(options.input, { config, base, scope }, loading);
  const environments = await loadEnvironments({ config, base, apps: found.apps }, loading);
  const ignored = await ignoredConfigurations({ config, base, found }, loading);
  await Promise.all((options.files ?? []).map((path) => loading.reader.tree(path)));
  const { importResponse } = options;
  if (importResponse !== undefined) await readRequired(importResponse, fileStart(importResponse), loading);
  const { apps: foundApps, resources, requested, elsewhere, isPart } = found;
  const request = { config: found.config, resources, requested, elsewhere, apps: foundApps, isPart, base, environments };

  const withoutDocuments = { ...request, files: loading.reader.files(), nested: new Map() };
  const refusals = check(withoutDocuments);
  if (refusals.length > 0)
    return { value: withoutDocuments, diagnostics: [...configErrors(config, loading), ...refusals], isRefused: true };
  const nested = await loadDocuments(found, loading);
  const unreadableDocuments = await reportUnreadable(found.unreadable, loading);
  const parts = { ...request, resources: resources.filter((resource) => !unreadableDocuments.has(resource)) };
  // A bare document is the only toolset. The snapshots of the project belong to other toolsets, so they are not loaded.
  if (options.input.kind !== "openapi") await loadSnapshots(parts, loading);

  const isForCes = (options.profile ?? config.profile) === "ces" || importResponse !== undefined;
  const apps = isForCes ? await Promise.all(found.apps.map((app) => loadAppContent(app, parts, loading))) : found.apps;

  const project = { ...parts, apps, files: loading.reader.files(), nested };
  const unreadPaths = new Set(elsewhere.map(({ tree }) => tree.source.path));
  const texts = [...project.files.values(), ...[...nested.values()].flatMap((trees) => [...trees.values()])];
  const problems = texts.flatMap((tree) => (tree === undefined || isBlank(tree) ? [] : problemsOf(tree)));
  const diagnostics = [...problems, ...loading.diagnostics].filter(({ place }) => !unreadPaths.has(place.tree.source.path));
  // Unused files are reported only if the whole project was read without errors, because an unread file or an invalid definition may use
  // them.
  const isUsed = (path: string) => project.files.get(path) !== undefined || ignored.includes(path);
  const isComplete = elsewhere.length === 0 && diagnostics.every(({ severity }) => severity !== "error");
  return {
    value: project,
    diagnostics: isComplete ? [...diagnostics, ...skippedFiles(found, isUsed)] : diagnostics,
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
  return { config, base: folderOf(path) };
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
