import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { member } from "../source/json.ts";
import { originOfValue, parseTree, type Tree } from "../source/tree.ts";
import { bareDefinition, type OpenApiInput } from "./bare-document.ts";
import type { Config } from "./config.ts";
import { findResource, mayHoldResource } from "./find-resource.ts";
import { type Role, rolesOf } from "./layout.ts";
import { appWithoutTools, noDefinitions } from "./load-codes.ts";
import { type Loading, nowhere, readWanted } from "./loading.ts";
import { asFolder, fileName, folderOf, isWithin, pathFrom } from "./paths.ts";
import type { App, Resource } from "./project.ts";
import { unreadFile } from "./unread-file.ts";

/** What is to be compiled. */
export type LoadInput =
  | { readonly kind: "project" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | ({ readonly kind: "openapi" } & OpenApiInput);

export interface Found {
  readonly config: Config;
  readonly resources: readonly Resource[];
  readonly apps: readonly App[];
}

export interface Base {
  readonly config: Config;
  readonly base: string;
}

/** The resources that were asked for, and the apps that they belong to. */
export async function loadInput(input: LoadInput, { config, base }: Base, loading: Loading): Promise<Found> {
  if (input.kind === "openapi") {
    const document = await readWanted(input.path, nowhere(input.path), loading);
    if (document === undefined) return { config, resources: [], apps: [] };
    return { ...bareDefinition(input, document, config), apps: [] };
  }
  const folder =
    input.kind === "folder" ? asFolder(input.path) : input.kind === "file" ? input.path : rootFolder({ config, base }, loading);
  const paths = await loading.paths();
  const roles = rolesOf(paths, ignoredFolders({ config, base }, paths));
  // Of an app that is only partly asked for, the agents are not: what they refer to may not be there.
  const wanted = [...roles].filter(
    ([path, role]) => isWithin(path, folder) || (role.kind === "app" && isWithin(folder, asFolder(role.root))),
  );
  const known = loading.diagnostics.length;
  const apps = await loadApps(wanted, loading);
  if (input.kind === "file") return { config, apps, resources: await loadFile(input.path, roles.get(input.path), loading) };

  const found = await Promise.all(wanted.map(([path, role]) => loadResource(path, role, loading)));
  const resources = found.flatMap((resource) => resource ?? []);
  if (resources.length === 0 && loading.diagnostics.length === known) {
    loading.diagnostics.push(nothingIn(folder, apps, input.kind === "project" ? config.tree : undefined));
  }
  return { config, apps, resources };
}

/** An app is whole without tools; any other folder was most likely not the one that was meant. */
function nothingIn(folder: string, [app]: readonly App[], config: Tree | undefined): Diagnostic {
  if (app !== undefined) return diagnostic(appWithoutTools, {}, originOfValue(app.tree, []));
  const where = folder === "" ? "this folder" : `"${folder}"`;
  const isConfigured = folder !== "" && config !== undefined && member(config.data, "root") !== undefined;
  return diagnostic(noDefinitions, { where }, isConfigured ? originOfValue(config, ["root"]) : nowhere(folder === "" ? "." : folder));
}

/** The folder that the configuration calls the root. */
function rootFolder({ config, base }: Base, { diagnostics }: Loading): string {
  const folder = pathFrom(base, config.root);
  if (folder === undefined && config.tree !== undefined) {
    const place = originOfValue(config.tree, ["root"]);
    diagnostics.push(unreadFile("outside", config.root, { place, paths: [], tried: [] }));
  }
  return asFolder(folder ?? base);
}

/** Where outputs and snapshots lie, none of which is a definition. */
function ignoredFolders({ config, base }: Base, paths: readonly string[]): string[] {
  const outputs = config.targets.flatMap(({ out }) => pathFrom(base, out) ?? []).filter((path) => path !== "");
  // But the root itself is what was asked for, though it be the app that the target `ces` wrote.
  const recorded = paths
    .filter((path) => fileName(path) === ".written.json")
    .flatMap((path) => (folderOf(path) === base ? [] : folderOf(path)));
  return [...outputs.map(asFolder), ...recorded, `${base}snapshots/`, `${base}toolsetc.lock/`];
}

function isOfApp({ kind }: Role): boolean {
  return kind === "app" || kind === "agent";
}

async function loadApps(roles: readonly (readonly [string, Role])[], loading: Loading): Promise<App[]> {
  const agents = new Map<string, Tree[]>();
  const roots = new Map<string, Tree>();
  const trees = await Promise.all(
    roles.filter(([, role]) => isOfApp(role)).map(async ([path, role]) => [role, await readWanted(path, nowhere(path), loading)] as const),
  );
  for (const [role, tree] of trees) {
    if (tree === undefined) continue;
    if (role.kind === "app" && !roots.has(role.root)) roots.set(role.root, tree);
    if (role.kind === "agent") agents.set(role.app, [...(agents.get(role.app) ?? []), tree]);
  }
  return [...roots].map(([root, tree]) => ({ root, tree, agents: agents.get(root) ?? [] }));
}

async function loadResource(path: string, role: Role, loading: Loading): Promise<Resource | undefined> {
  if (role.kind === "resource") {
    // Its place says what it is, also where its text does not.
    const tree = (await readWanted(path, nowhere(path), loading)) ?? { ...parseTree({ path, text: "" }), data: undefined, problems: [] };
    return { resource: role.resource, tree, path: [], fallbackName: role.name, app: role.app };
  }
  if (role.kind !== "unknown") return undefined;
  const content = await loading.reader.text(path);
  if (content === "absent" || content === "folder" || content === "outside" || content === "too-large") return undefined;
  if (!mayHoldResource(content)) return undefined;
  const tree = await readWanted(path, nowhere(path), loading);
  return tree && findResource(tree, role.app);
}

/** A file that was named is a definition, whatever it looks like. */
async function loadFile(path: string, role: Role | undefined, loading: Loading): Promise<Resource[]> {
  const app = role !== undefined && "app" in role ? role.app : undefined;
  if (role?.kind === "resource") return [(await loadResource(path, role, loading)) ?? []].flat();
  const tree = await readWanted(path, nowhere(path), loading);
  if (tree === undefined) return [];
  const resource = findResource(tree, app);
  if (resource === undefined && tree.problems.length === 0) {
    loading.diagnostics.push(diagnostic(noDefinitions, { where: `"${path}"` }, originOfValue(tree, [])));
  }
  return resource === undefined ? [] : [resource];
}
