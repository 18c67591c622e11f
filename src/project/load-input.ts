import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { member } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { fileStart } from "../source/text/file-start.ts";
import { lastSegment } from "../source/text/last-segment.ts";
import { pushAll } from "../source/text/push-all.ts";
import { shellWord } from "../source/text/shell-word.ts";
import { originOfValue, type Place } from "../source/tree.ts";
import { appWithoutTools, noDefinitions } from "./codes.ts";
import type { Config } from "./config/config.ts";
import { bareDefinition, type OpenApiInput } from "./definitions/bare-document.ts";
import { checkRequest } from "./definitions/check-request.ts";
import { isDocument } from "./definitions/find-resource.ts";
import { rolesOf } from "./definitions/layout.ts";
import { loadApps, loadFile, loadResource } from "./definitions/load-resources.ts";
import { findUnreadable } from "./definitions/unreadable-definitions.ts";
import { type Loading, readRequired } from "./files/loading.ts";
import { asFolder, folderOf, isBelow, pathFrom } from "./files/paths.ts";
import { unreadFile } from "./files/unread-file.ts";
import type { App, Project, ProjectResource } from "./project.ts";
import { besideIn, chooseResources, namesOfResource, type Scope } from "./scope.ts";

/** The requested part of a project, or a bare document. */
export type LoadInput =
  | { readonly kind: "project" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | ({ readonly kind: "openapi" } & OpenApiInput);

/** What of a project is requested, and what else is loaded for unique names, before documents are. */
export interface LoadedInput extends Pick<Project, "config" | "resources" | "requested" | "elsewhere" | "apps" | "isPart"> {
  /** The items of `resources` whose files cannot be parsed. Some of these files may turn out to be documents of definitions. */
  readonly unreadable: readonly ProjectResource[];
  /** The paths of the files whose role is not known from their path. */
  readonly unclaimed: readonly string[];
}

/** The configuration, and the folder of the configuration file, to which its paths are relative. */
export interface Base {
  readonly config: Config;
  readonly base: string;
}

/**
 * Finds the requested resources and their apps. All definitions are read now. Documents are loaded later, only for the resources to load.
 */
export async function loadInput(
  input: LoadInput,
  { config, base, scope }: Base & { readonly scope: Scope },
  loading: Loading,
): Promise<LoadedInput> {
  if (input.kind === "openapi") return loadDocument(input, { config, base }, loading);
  const folder =
    input.kind === "folder" ? asFolder(input.path) : input.kind === "file" ? input.path : rootFolder({ config, base }, loading);
  const { definitions, roles } = await findRoles({ config, base }, loading);
  const isNarrowed = scope.toolsets.length + scope.named.length > 0;
  const beside = besideIn(
    scope,
    config,
    [...roles.values()].some(({ kind }) => kind === "app"),
  );
  // If only some toolsets of an app are read, the agents of the app are not read, because their references to other toolsets would be
  // reported as unknown.
  const placed = [...roles].filter(
    ([path, role]) =>
      beside === "everything" ||
      (isBelow(path, folder) && (role.kind !== "agent" || !isNarrowed)) ||
      (role.kind === "app" && isBelow(folder, asFolder(role.root))),
  );
  const known = loading.diagnostics.length;
  const apps = await loadApps(placed, loading);
  const own = input.kind === "file" ? await loadFile(input.path, roles.get(input.path), loading) : [];
  // If there is neither a configuration nor an app, the other files in the folder of a requested file are unrelated to it, so they are not
  // read.
  const isAlone = input.kind === "file" && config.tree === undefined && apps.length === 0;
  const others = isAlone ? [] : [...roles].filter(([path]) => input.kind !== "file" || path !== input.path);
  const found = await Promise.all(others.map(([path, role]) => loadResource(path, role, loading)));
  const readable = [...own, ...found.flatMap((resource) => resource ?? [])];
  // If there is neither a configuration nor a definition, files that cannot be parsed are unrelated to toolsetc, so they are not reported.
  const isProject = config.tree !== undefined || readable.length > 0;
  const unreadable = isProject ? await findUnreadable(others, { resources: readable, definitions }, loading) : [];
  const all = [...readable, ...unreadable].sort((a, b) => compareText(pathOf(a), pathOf(b)));
  const isInPath = (resource: ProjectResource) => isBelow(pathOf(resource), folder);
  const hasNoFindings = !loading.diagnostics.slice(known).some(({ place }) => isBelow(place.tree.source.path, folder));
  if (input.kind !== "file" && !all.some(isInPath) && hasNoFindings) {
    const searched = input.kind === "project" ? configuredFolder({ folder, definitions }, config) : { folder, place: undefined };
    loading.diagnostics.push(await nothingFound({ ...searched, apps, elsewhere: all.map(pathOf) }, loading));
  }
  const { requested, read, elsewhere } = chooseResources(all, isInPath, { config, scope, beside });
  const ofApps = apps.flatMap(({ tree, agents }) => [tree, ...agents]).filter(({ source }) => !isNarrowed && isBelow(source.path, folder));
  const trees = new Set([...requested.map(({ tree }) => tree), ...ofApps]);
  pushAll(loading.diagnostics, read.flatMap(checkRequest));
  const unclaimed = input.kind === "file" ? [] : placed.flatMap(([path, { kind }]) => (kind === "unknown" ? [path] : []));
  const isPart = input.kind !== "project" || isNarrowed;
  const unreadableRead = unreadable.filter((resource) => read.includes(resource));
  return { config, apps, resources: read, requested: trees, elsewhere, isPart, unreadable: unreadableRead, unclaimed };
}

/**
 * Loads a document that has no definition. The definitions beside it are read only for their names, and only if the configuration has
 * entries for other names than the document's: such an entry may be a typing error.
 */
async function loadDocument(input: OpenApiInput, { config, base }: Base, loading: Loading): Promise<LoadedInput> {
  const document = await readRequired(input.path, fileStart(input.path), loading);
  const bare = document === undefined ? { config, resources: [] } : bareDefinition(input, document, config);
  const own = new Set(bare.resources.flatMap(namesOfResource));
  const isForOthers = [...config.overrides.keys(), ...config.budgets.keys()].some((name) => !own.has(name));
  return {
    ...bare,
    requested: new Set(bare.resources.map(({ tree }) => tree)),
    elsewhere: isForOthers ? await findOthers(input, { config, base }, loading) : [],
    apps: [],
    isPart: false,
    unreadable: [],
    unclaimed: [],
  };
}

/**
 * The definitions that do not name a document. The overrides of one that names it, such as excluded operations, may be meant for the document
 * too, so they remain unknown.
 */
async function findOthers({ path: document }: OpenApiInput, base: Base, loading: Loading): Promise<ProjectResource[]> {
  const { roles } = await findRoles(base, loading);
  const found = await Promise.all([...roles].map(([path, role]) => loadResource(path, role, loading)));
  return found.flatMap((resource) => (resource?.tree.source.text.includes(lastSegment(document)) ? [] : (resource ?? [])));
}

/** The folder of the definitions, and the roles of the files in it. */
async function findRoles(base: Base, loading: Loading) {
  const paths = await loading.paths();
  const definitions = definitionsFolder(base, loading);
  const below = paths.filter((path) => isBelow(path, definitions));
  return { definitions, roles: rolesOf(below, ignoredFolders(base, paths)) };
}

function pathOf({ tree }: ProjectResource): string {
  return tree.source.path;
}

/** A folder in which definitions were looked for, and the setting that names it; `undefined` if none does. */
interface SearchedFolder {
  readonly folder: string;
  readonly place: Place | undefined;
}

/** The folder in which the definitions of the project must be, and the key that names it. */
function configuredFolder(
  { folder, definitions }: { readonly folder: string; readonly definitions: string },
  config: Config,
): SearchedFolder {
  if (config.definitions !== undefined && isBelow(definitions, folder)) return { folder: definitions, place: config.definitions.origin };
  const isRoot = folder !== "" && config.tree !== undefined && member(config.tree.data, "root") !== undefined;
  return { folder, place: isRoot ? originOfValue(config.tree, ["root"]) : undefined };
}

/** A folder without definitions, and the apps of the project. */
interface EmptyInput extends SearchedFolder {
  readonly apps: readonly App[];
  /** The paths of the definitions of the project in other folders. */
  readonly elsewhere: readonly string[];
}

/** Reports that there are no definitions. An app without tools is valid; any other folder without definitions is probably a mistake. */
async function nothingFound({ folder, place, apps, elsewhere }: EmptyInput, loading: Loading): Promise<Diagnostic> {
  const [app] = apps;
  if (app !== undefined) return diagnostic(appWithoutTools, {}, originOfValue(app.tree, []));
  const where = folder === "" ? "this folder" : `"${folder}"`;
  const document = await firstDocument(folder, loading);
  const other = nameList(elsewhere);
  const instead =
    elsewhere.length > 0
      ? `The project has definitions elsewhere: ${other}.`
      : document && `"${document}" is an OpenAPI document: \`toolsetc init ${shellWord(document)}\` creates a definition for it.`;
  return diagnostic(noDefinitions, { where, instead }, place ?? fileStart(folder === "" ? "." : folder));
}

/** The first OpenAPI document that lies directly in the folder. */
async function firstDocument(folder: string, { paths, reader }: Loading): Promise<string | undefined> {
  const files = (await paths()).filter((path) => folderOf(path) === folder && /\.(?:json|ya?ml)$/i.test(path));
  for (const path of files.slice(0, maxDocumentsTried)) if (isDocument(await reader.start(path))) return path;
  return undefined;
}

const maxDocumentsTried = 100;

/** The configured folder of the definitions. If none is configured, the project's root. */
function definitionsFolder({ config: { definitions }, base }: Base, { diagnostics }: Loading): string {
  if (definitions === undefined) return "";
  const folder = pathFrom(base, definitions.value);
  if (folder === undefined && definitions.origin !== undefined)
    diagnostics.push(unreadFile("outside", definitions.value, { place: definitions.origin, paths: [], tried: [] }));
  return asFolder(folder ?? base);
}

/** The configured root folder of the project. */
function rootFolder({ config, base }: Base, { diagnostics }: Loading): string {
  const folder = pathFrom(base, config.root);
  if (folder === undefined && config.tree !== undefined) {
    const place = originOfValue(config.tree, ["root"]);
    diagnostics.push(unreadFile("outside", config.root, { place, paths: [], tried: [] }));
  }
  return asFolder(folder ?? base);
}

/** The folders of outputs and snapshots, which contain no definitions. */
function ignoredFolders({ config, base }: Base, paths: readonly string[]): string[] {
  const outputs = config.targets.flatMap(({ out }) => pathFrom(base, out) ?? []).filter((path) => path !== "");
  // The folder of the configuration is not ignored, even if it is an output: it may be an app that the target `ces` wrote.
  const recorded = paths
    .filter((path) => lastSegment(path) === ".written.json")
    .flatMap((path) => (folderOf(path) === base ? [] : folderOf(path)));
  return [...outputs.map(asFolder), ...recorded, `${base}snapshots/`, `${base}toolsetc.lock/`];
}
