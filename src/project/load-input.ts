import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { member } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { fileStart } from "../source/text/file-start.ts";
import { lastSegment } from "../source/text/last-segment.ts";
import { otherFormat } from "../source/text/other-format.ts";
import { pushAll } from "../source/text/push-all.ts";
import { shellWord } from "../source/text/shell-word.ts";
import { type Origin, originOfValue, type Tree } from "../source/tree.ts";
import { bareDefinition, type OpenApiInput } from "./bare-document.ts";
import { checkRequest } from "./check-request.ts";
import { appWithoutTools, duplicateApp, noDefinitions } from "./codes.ts";
import type { Config } from "./config.ts";
import { findResource, isDocument, mayContainResource } from "./find-resource.ts";
import { type FileRole, rolesOf } from "./layout.ts";
import { type Loading, readRequired, readResourceFile } from "./loading.ts";
import { asFolder, folderOf, isBelow, pathFrom } from "./paths.ts";
import type { App, ProjectResource } from "./project.ts";
import { chooseResources, type Scope } from "./scope.ts";
import { unreadFile } from "./unread-file.ts";
import { findUnreadable } from "./unreadable-definitions.ts";

/** The requested part of a project, or a bare document. */
export type LoadInput =
  | { readonly kind: "project" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | ({ readonly kind: "openapi" } & OpenApiInput);

export interface LoadedInput {
  readonly config: Config;
  /** The resources to load: the requested resources, and those that are needed for unique names. */
  readonly resources: readonly ProjectResource[];
  /** The trees of the requested resources, and of requested apps and agents. */
  readonly requested: ReadonlySet<Tree>;
  /** The resources of the project of which only the names are used. */
  readonly elsewhere: readonly ProjectResource[];
  readonly apps: readonly App[];
  readonly isPart: boolean;
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
  if (input.kind === "openapi") {
    const document = await readRequired(input.path, fileStart(input.path), loading);
    const bare = document === undefined ? { config, resources: [] } : bareDefinition(input, document, config);
    return {
      ...bare,
      requested: new Set(bare.resources.map(({ tree }) => tree)),
      elsewhere: [],
      apps: [],
      isPart: false,
      unreadable: [],
      unclaimed: [],
    };
  }
  const folder =
    input.kind === "folder" ? asFolder(input.path) : input.kind === "file" ? input.path : rootFolder({ config, base }, loading);
  const paths = await loading.paths();
  const definitions = definitionsFolder({ config, base }, loading);
  const roles = rolesOf(
    paths.filter((path) => isBelow(path, definitions)),
    ignoredFolders({ config, base }, paths),
  );
  const isNarrowed = scope.toolsets.length + scope.named.length > 0;
  // If only some toolsets of an app are read, the agents of the app are not read, because their references to other toolsets would be
  // reported as unknown.
  const placed = [...roles].filter(
    ([path, role]) =>
      scope.beside === "everything" ||
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
  if (input.kind !== "file" && !all.some(isInPath) && hasNoFindings)
    loading.diagnostics.push(
      await nothingFound({ folder, apps, config: input.kind === "project" ? config.tree : undefined, elsewhere: all.map(pathOf) }, loading),
    );
  const { requested, read, elsewhere } = chooseResources(all, isInPath, { config, scope });
  const ofApps = apps.flatMap(({ tree, agents }) => [tree, ...agents]).filter(({ source }) => !isNarrowed && isBelow(source.path, folder));
  const trees = new Set([...requested.map(({ tree }) => tree), ...ofApps]);
  pushAll(loading.diagnostics, read.flatMap(checkRequest));
  const unclaimed = input.kind === "file" ? [] : placed.flatMap(([path, { kind }]) => (kind === "unknown" ? [path] : []));
  const isPart = input.kind !== "project" || isNarrowed;
  const unreadableRead = unreadable.filter((resource) => read.includes(resource));
  return { config, apps, resources: read, requested: trees, elsewhere, isPart, unreadable: unreadableRead, unclaimed };
}

function pathOf({ tree }: ProjectResource): string {
  return tree.source.path;
}

/** A folder without definitions, the apps in it, and the configuration of the project. */
interface EmptyInput {
  readonly folder: string;
  readonly apps: readonly App[];
  readonly config: Tree | undefined;
  /** The paths of the definitions of the project in other folders. */
  readonly elsewhere: readonly string[];
}

/** Reports that there are no definitions. An app without tools is valid; any other folder without definitions is probably a mistake. */
async function nothingFound({ folder, apps, config, elsewhere }: EmptyInput, loading: Loading): Promise<Diagnostic> {
  const [app] = apps;
  if (app !== undefined) return diagnostic(appWithoutTools, {}, originOfValue(app.tree, []));
  const where = folder === "" ? "this folder" : `"${folder}"`;
  const isConfigured = folder !== "" && config !== undefined && member(config.data, "root") !== undefined;
  const document = await firstDocument(folder, loading);
  const other = nameList(elsewhere);
  const instead =
    elsewhere.length > 0
      ? `The project has definitions elsewhere: ${other}.`
      : document && `"${document}" is an OpenAPI document: \`toolsetc init ${shellWord(document)}\` creates a definition for it.`;
  const place = isConfigured ? originOfValue(config, ["root"]) : fileStart(folder === "" ? "." : folder);
  return diagnostic(noDefinitions, { where, instead }, place);
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

function isOfApp({ kind }: FileRole): boolean {
  return kind === "app" || kind === "agent";
}

async function loadApps(roles: readonly (readonly [string, FileRole])[], loading: Loading): Promise<App[]> {
  const agents = new Map<string, Tree[]>();
  const roots = new Map<string, Tree>();
  const trees = await Promise.all(
    roles
      .filter(([, role]) => isOfApp(role))
      .map(async ([path, role]) => [role, await readRequired(path, fileStart(path), loading)] as const),
  );
  for (const [role, tree] of trees) {
    if (tree === undefined) continue;
    if (role.kind === "app" && !roots.has(role.root)) roots.set(role.root, tree);
    if (role.kind === "agent") agents.set(role.app, [...(agents.get(role.app) ?? []), tree]);
  }
  const apps = [...roots].map(([root, tree]) => ({ root, tree, agents: agents.get(root) ?? [], content: undefined }));
  pushAll(loading.diagnostics, duplicateApps(apps));
  return apps;
}

async function loadResource(path: string, role: FileRole, loading: Loading): Promise<ProjectResource | undefined> {
  if (role.kind === "resource") {
    const tree = await readResourceFile(path, loading);
    return { resource: role.resource, tree, path: [], fallbackName: role.name, app: role.app };
  }
  // Documents are the largest files of a project. A file that starts like a document is not read completely here; it is read later if a
  // definition refers to it.
  if (role.kind !== "unknown" || isDocument(await loading.reader.start(path))) return undefined;
  const content = await loading.reader.text(path);
  if (content === "absent" || content === "folder" || content === "outside" || content === "too-large") return undefined;
  if (!mayContainResource(content)) return undefined;
  const tree = await readRequired(path, fileStart(path), loading);
  return tree && findResource(tree, role.app);
}

/** Loads a file that was requested by its path. If the file contains no definition, this is reported. */
async function loadFile(path: string, role: FileRole | undefined, loading: Loading): Promise<ProjectResource[]> {
  const app = role !== undefined && "app" in role ? role.app : undefined;
  if (role?.kind === "resource") return [(await loadResource(path, role, loading)) ?? []].flat();
  const tree = await readRequired(path, fileStart(path), loading);
  if (tree === undefined) return [];
  const resource = findResource(tree, app);
  if (resource === undefined && tree.problems.length === 0) {
    const other = otherFormat(tree.source.text);
    const instead = other && `It is ${other.name}. ${other.advice}`;
    loading.diagnostics.push(diagnostic(noDefinitions, { where: `"${path}"`, instead }, originOfValue(tree, [])));
  }
  return resource === undefined ? [] : [resource];
}

/** Reports apps with the same display name, such as an older export beside a newer one. */
function duplicateApps(apps: readonly App[]): Diagnostic[] {
  const firsts = new Map<string, Origin>();
  const found: Diagnostic[] = [];
  for (const { tree } of apps) {
    const field = ["displayName", "display_name"].find((name) => typeof member(tree.data, name) === "string");
    if (field === undefined) continue;
    const name = String(member(tree.data, field));
    const place = originOfValue(tree, [field]);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, place);
    else
      found.push(
        diagnostic(duplicateApp, { name }, place, { related: [{ message: "The first app with this name is here.", place: first }] }),
      );
  }
  return found;
}
