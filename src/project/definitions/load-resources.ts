import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { member } from "../../source/json/json.ts";
import { fileStart } from "../../source/text/file-start.ts";
import { otherFormat } from "../../source/text/other-format.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { type Origin, originOfValue, type Tree } from "../../source/tree.ts";
import { duplicateApp, noDefinitions } from "../codes.ts";
import { type Loading, readRequired, readResourceFile } from "../files/loading.ts";
import type { App, ProjectResource } from "../project.ts";
import { findResource, isDocument, mayContainResource } from "./find-resource.ts";
import type { FileRole } from "./layout.ts";

/** Loads the files of apps and of their agents. */
export async function loadApps(roles: readonly (readonly [string, FileRole])[], loading: Loading): Promise<App[]> {
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

/** Loads the definition in a file; `undefined` if the file has none. */
export async function loadResource(path: string, role: FileRole, loading: Loading): Promise<ProjectResource | undefined> {
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
export async function loadFile(path: string, role: FileRole | undefined, loading: Loading): Promise<ProjectResource[]> {
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

function isOfApp({ kind }: FileRole): boolean {
  return kind === "app" || kind === "agent";
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
