import { checkEnvironment } from "../definition/check-environment.ts";
import { namesOf } from "../definition/definition-names.ts";
import type { Node } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { problemsOf } from "../diagnostic/problems.ts";
import { compareText } from "../source/compare.ts";
import { isObject } from "../source/json.ts";
import type { Place } from "../source/locate.ts";
import { embeddedTree, originOfValue, parseNested, parseTree, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { bareDefinition, type OpenApiInput } from "./bare-document.ts";
import type { Config } from "./config.ts";
import { documentPaths, schemaField } from "./documents.ts";
import { findResource, mayHoldResource } from "./find-resource.ts";
import { type Role, rolesOf } from "./layout.ts";
import { emptyFile, noDefinitions, noSuchToolset } from "./load-codes.ts";
import { asFolder, fileName, folderOf, isWithin, pathFrom } from "./paths.ts";
import type { App, EnvironmentFile, Project, Resource } from "./project.ts";
import { defaultConfig, readConfig } from "./read-config.ts";
import { type Content, createReader, type Reader } from "./read-files.ts";
import { readReferences } from "./read-references.ts";
import { unreadFile } from "./unread-file.ts";

/** The only way from the compiler to the world while it reads. Paths are relative to the project's root and use `/`. */
export interface Host {
  readonly read: (path: string) => Promise<Content>;
  /** Every file below the root, in any order. */
  readonly list: () => Promise<readonly string[]>;
}

export interface LoadOptions {
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root, if there is one. */
  readonly config?: string | undefined;
  readonly input: LoadInput;
  /** Files to read beside, if they are there: an environment file that a flag names. */
  readonly files?: readonly string[] | undefined;
}

export type LoadInput =
  | { readonly kind: "project" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | ({ readonly kind: "openapi" } & OpenApiInput);

/** Reads until no file is wanted. The only stage that waits for anything; after it the set of trees is closed. */
export async function load(host: Host, options: LoadOptions): Promise<Outcome<Project>> {
  const paths = [...(await host.list())].sort(compareText);
  const loading: Loading = { reader: createReader(host.read), paths, diagnostics: [] };
  const { config, base } = await loadConfig(options.config, loading);
  const found = await loadInput(options.input, { config, base }, loading);
  const environments = await loadEnvironments({ config, base, apps: found.apps }, loading);
  const nested = await loadDocuments(found, loading);
  await loadSnapshots(base, found.resources, loading);
  await Promise.all((options.files ?? []).map((path) => loading.reader.tree(path)));

  const files = loading.reader.files();
  const project = { files, nested, config: found.config, resources: found.resources, apps: found.apps, base, environments };
  const texts = [...files.values(), ...[...nested.values()].flatMap((trees) => [...trees.values()])];
  return {
    value: project,
    diagnostics: [...texts.flatMap((tree) => (tree === undefined || isBlank(tree) ? [] : problemsOf(tree))), ...loading.diagnostics],
  };
}

/** What all steps of loading share. Findings are gathered here, since each step waits for files. */
export interface Loading {
  readonly reader: Reader;
  /** Every file below the root, sorted. */
  readonly paths: readonly string[];
  readonly diagnostics: Diagnostic[];
}

async function loadConfig(wanted: string | undefined, loading: Loading): Promise<{ readonly config: Config; readonly base: string }> {
  const path = wanted ?? (loading.paths.includes("toolsetc.yaml") ? "toolsetc.yaml" : undefined);
  if (path === undefined) return { config: defaultConfig, base: "" };
  const tree = await readWanted(path, nowhere(path), loading);
  if (tree === undefined) return { config: defaultConfig, base: folderOf(path) };
  const { value, diagnostics } = readConfig(tree);
  loading.diagnostics.push(...diagnostics);
  return { config: value, base: folderOf(path) };
}

interface Found {
  readonly config: Config;
  readonly resources: readonly Resource[];
  readonly apps: readonly App[];
}

interface Base {
  readonly config: Config;
  readonly base: string;
}

async function loadInput(input: LoadInput, { config, base }: Base, loading: Loading): Promise<Found> {
  if (input.kind === "openapi") {
    const document = await readWanted(input.path, nowhere(input.path), loading);
    if (document === undefined) return { config, resources: [], apps: [] };
    return { ...bareDefinition(input, document, config), apps: [] };
  }
  const folder =
    input.kind === "folder" ? asFolder(input.path) : input.kind === "file" ? input.path : rootFolder({ config, base }, loading);
  const roles = rolesOf(loading.paths, ignoredFolders({ config, base }, loading.paths));
  // Of an app that is only partly asked for, the agents are not: what they refer to may not be there.
  const wanted = [...roles].filter(
    ([path, role]) => isWithin(path, folder) || (role.kind === "app" && isWithin(folder, asFolder(role.root))),
  );
  const apps = await loadApps(wanted, loading);
  if (input.kind === "file") return { config, apps, resources: await loadFile(input.path, roles.get(input.path), loading) };

  const found = await Promise.all(wanted.map(([path, role]) => loadResource(path, role, loading)));
  const resources = found.flatMap((resource) => resource ?? []);
  if (resources.length === 0 && loading.diagnostics.length === 0) {
    const where = folder === "" ? "this folder" : `"${folder}"`;
    loading.diagnostics.push(diagnostic(noDefinitions, { where }, nowhere(folder === "" ? "." : folder)));
  }
  return { config, apps, resources };
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
  const recorded = paths.filter((path) => fileName(path) === ".written.json").map(folderOf);
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
    const tree = await readWanted(path, nowhere(path), loading);
    return tree && { resource: role.resource, tree, path: [], fallbackName: role.name, app: role.app };
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

async function loadEnvironments(
  { config, base, apps }: Base & { readonly apps: readonly App[] },
  loading: Loading,
): Promise<EnvironmentFile[]> {
  const read = async (name: string, path: string, app: string | undefined, place: Place) => {
    const tree = await readWanted(path, place, loading);
    if (tree === undefined) return [];
    loading.diagnostics.push(...checkEnvironment(tree));
    return [{ name, app, tree }];
  };
  const configured = [...config.environments].map(([name, { value, origin }]) => {
    const place = origin ?? nowhere(value);
    const path = pathFrom(base, value);
    if (path !== undefined) return read(name, path, undefined, place);
    loading.diagnostics.push(unreadFile("outside", value, { place, paths: [], tried: [] }));
    return [];
  });
  if (configured.length > 0) return (await Promise.all(configured)).flat();
  const roots = new Map<string, string | undefined>([
    [base, undefined],
    ...apps.map(({ root }): [string, string] => [asFolder(root), root]),
  ]);
  const own = [...roots].filter(([folder]) => loading.paths.includes(`${folder}environment.json`));
  return (await Promise.all(own.map(([folder, app]) => read("default", `${folder}environment.json`, app, nowhere(folder))))).flat();
}

async function loadDocuments({ resources, apps }: Found, loading: Loading): Promise<Map<Tree, ReadonlyMap<string, Tree>>> {
  const nested = new Map<Tree, Map<string, Tree>>();
  const roots = apps.map(({ root }) => root);
  const documents: Tree[] = [];
  await Promise.all(
    resources.map(async (resource) => {
      const schema = schemaField(nodeOf(resource));
      if (schema === undefined) return;
      const inline = inlineDocument(schema);
      if (inline !== undefined) {
        const known = nested.get(schema.tree) ?? new Map<string, Tree>();
        nested.set(schema.tree, known.set(pointerOf(schema.path), inline));
        documents.push(inline);
      } else if (typeof schema.value === "string") {
        const document = await readFirst(documentPaths(schema, roots), schema, loading);
        if (document !== undefined) documents.push(document);
      }
    }),
  );
  await readReferences(documents, roots, loading);
  return nested;
}

function nodeOf({ tree, path }: Resource): Node {
  return { tree, path, value: valueAt(tree, path) ?? null };
}

/** A document that stands in its definition: as an object, or as text. A path has neither a line break nor a brace at its start. */
function inlineDocument({ tree, path, value }: Node): Tree | undefined {
  if (isObject(value)) return embeddedTree(originOfValue(tree, path));
  if (typeof value !== "string" || !/\n|^\s*\{|^\s*(?:openapi|swagger)\s*:/.test(value)) return undefined;
  return parseNested(value, originOfValue(tree, path));
}

async function readFirst(paths: readonly string[], schema: Node, loading: Loading): Promise<Tree | undefined> {
  const place = originOfValue(schema.tree, schema.path);
  for (const path of paths) {
    const tree = await loading.reader.tree(path);
    if (typeof tree === "string") continue;
    if (isBlank(tree)) loading.diagnostics.push(diagnostic(emptyFile, { path }, place));
    return tree;
  }
  const reasons = await Promise.all(paths.map((path) => loading.reader.tree(path)));
  const reason = reasons.find((tree) => typeof tree === "string" && tree !== "absent") ?? (paths.length === 0 ? "outside" : "absent");
  if (typeof reason === "string")
    loading.diagnostics.push(unreadFile(reason, String(schema.value), { place, paths: loading.paths, tried: paths }));
  return undefined;
}

async function loadSnapshots(base: string, resources: readonly Resource[], loading: Loading): Promise<void> {
  const names = resources
    .filter(({ resource }) => resource === "toolset")
    .flatMap((resource) => namesOf(nodeOf(resource), resource.fallbackName));
  const standalone = resources.flatMap((resource) => namesOf(nodeOf(resource), resource.fallbackName));
  const folder = `${base}snapshots/`;
  const wanted = loading.paths.filter(
    (path) => isWithin(path, folder) && /^[^/]+\.(tools|connection)\.json$/.test(path.slice(folder.length)),
  );
  for (const path of wanted) {
    const name = fileName(path).replace(/\.(tools|connection)\.json$/, "");
    const tree = await readWanted(path, nowhere(path), loading);
    if (tree === undefined || standalone.includes(name)) continue;
    const near = nearest(name, names);
    loading.diagnostics.push(
      diagnostic(noSuchToolset, { name, nearest: near === undefined ? [] : [near] }, { tree, range: { start: 0, end: 0 } }),
    );
  }
}

/** A file that must be there. What is wrong with it is said at the place that asks for it. */
async function readWanted(path: string, place: Place, loading: Loading): Promise<Tree | undefined> {
  const tree = await loading.reader.tree(path);
  if (typeof tree === "string") {
    loading.diagnostics.push(unreadFile(tree, path, { place, paths: loading.paths, tried: [path] }));
    return undefined;
  }
  if (!isBlank(tree)) return tree;
  if (!/(^|\/)toolsetc\.ya?ml$/.test(path))
    loading.diagnostics.push(diagnostic(emptyFile, { path }, { tree, range: { start: 0, end: 0 } }));
  return undefined;
}

/** An empty file has a finding of its own, and not those of the parser. */
function isBlank({ source, problems }: Tree): boolean {
  return source.text.trim() === "" && !problems.some(({ code }) => code === "not-utf-8");
}

/** A file that could not be read, as a place: it has a name, and no text to point at. */
function nowhere(path: string): Place {
  return { tree: { ...parseTree({ path, text: "{}" }), source: { path, text: "" }, problems: [] }, range: { start: 0, end: 0 } };
}
