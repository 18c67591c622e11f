import { nameField, resourceNames } from "../../../definition/definition-names.ts";
import { entries, field, items, type Node, nodeAt, stringValue, valueOrigin } from "../../../definition/node.ts";
import { environmentKey } from "../../../environment/managed-fields.ts";
import { snapshotPaths } from "../../../project/documents/documents.ts";
import type { Project, ProjectResource } from "../../../project/project.ts";
import { applyEdits, type Edit } from "../../../source/edit.ts";
import { locate } from "../../../source/locate.ts";
import { lastSegment } from "../../../source/text/last-segment.ts";
import { type Origin, originOfKey, type Tree } from "../../../source/tree.ts";
import type { Known } from "./named-places.ts";
import { type RenamedOperation, renamedOperationAt } from "./rename-operation.ts";

/** A toolset or a tool whose name is at the cursor, with all places that contain the name. */
export interface RenamedResource {
  readonly kind: "resource";
  readonly name: string;
  /** The place at the cursor. */
  readonly place: Origin;
  readonly resource: ProjectResource;
  readonly places: readonly Origin[];
}

export type Renamed = RenamedResource | RenamedOperation;

/** What a rename changes: texts, by path, and files that are named after the toolset. */
export interface RenameResult {
  readonly texts: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  readonly moved: readonly (readonly [from: string, to: string])[];
}

/** What has its name at an offset of a file: a toolset, a tool, or an operation of a document. */
export function renamedAt(path: string, offset: number, known: Known): Renamed | undefined {
  return renamedResourceAt(path, offset, known) ?? renamedOperationAt(path, offset, known);
}

/** The toolset or tool whose name is at an offset of a file: in its definition, an agent, the configuration or an environment. */
function renamedResourceAt(path: string, offset: number, { reading }: Known): RenamedResource | undefined {
  const { project } = reading;
  for (const resource of project.resources) {
    const name = stringValue(nameField(nodeAt(resource)));
    if (name === undefined) continue;
    const places = placesOf(name, resource, project);
    const here = places.filter(({ tree }) => tree.source.path === path);
    const spans = locate(here);
    const place = here.find((each) => {
      const span = spans.get(each);
      return span !== undefined && span.start <= offset && offset <= span.end;
    });
    if (place !== undefined) return { kind: "resource", name, place, resource, places };
  }
  return undefined;
}

/** The changes that give another name; a sentence if it cannot be given. */
export function renaming(renamed: Renamed, to: string, { reading }: Known): RenameResult | string {
  if (to.trim() === "" || /\p{Cc}/u.test(to)) return "A name needs at least one visible character, and no line break.";
  const refusal = renamed.kind === "operation" ? operationRefusal(renamed, to) : resourceRefusal(renamed, to, reading.project);
  if (refusal !== undefined) return refusal;
  const edits = renamed.places.map((origin): Edit => ({ origin, value: renamed.kind === "operation" ? to : renamedValue(origin, to) }));
  const texts = new Map<string, { before: string; after: string }>();
  for (const [path, after] of applyEdits(edits)) texts.set(path, { before: reading.project.files.get(path)?.source.text ?? "", after });
  return { texts, moved: renamed.kind === "operation" ? [] : snapshots(renamed.name, to, reading) };
}

function operationRefusal({ name, taken, pulled }: RenamedOperation, to: string): string | undefined {
  if (to !== name && taken.has(to)) return `There is an operation with the id "${to}" already.`;
  if (pulled === undefined) return undefined;
  return `The document of "${pulled}" comes from its entry in \`sources\`, and \`pull\` would undo the change. Set \`overrides.${pulled}.tools.${name}.name\`.`;
}

function resourceRefusal({ resource }: RenamedResource, to: string, project: Project): string | undefined {
  const others = project.resources.filter((each) => each !== resource && each.resource === resource.resource && each.app === resource.app);
  if (others.some((each) => resourceNames(nodeAt(each), each.fallbackName).includes(to)))
    return `There is a ${resource.resource} with the name "${to}" already.`;
  return undefined;
}

/** In an agent, a name may be the last part of a resource name such as `projects/p/…/toolsets/shop`. */
function renamedValue({ tree, path, part }: Origin, to: string): string {
  const value = part === "key" ? undefined : stringValue(nodeAt({ tree, path }));
  return value === undefined ? to : value.slice(0, value.length - lastSegment(value).length) + to;
}

function placesOf(name: string, resource: ProjectResource, project: Project): Origin[] {
  const own = nameField(nodeAt(resource));
  return [
    ...(own === undefined ? [] : [valueOrigin(own)]),
    ...inAgents(name, resource, project),
    ...["overrides", "budgets"].flatMap((map) => keysIn(project.config.tree, [map], name)),
    ...(resource.resource === "toolset" ? keysIn(project.config.tree, ["sources"], name) : []),
    ...project.environments
      .filter(({ app }) => app === undefined || app === resource.app)
      .flatMap(({ tree }) => keysIn(tree, [environmentKey[resource.resource]], name)),
  ];
}

function inAgents(name: string, { resource, app }: ProjectResource, { apps }: Project): Origin[] {
  const agents = apps.filter(({ root }) => root === app).flatMap((each) => each.agents);
  const named = agents.flatMap((tree): (Node | undefined)[] => {
    const agent = nodeAt({ tree, path: [] });
    return resource === "tool" ? items(field(agent, "tools")) : items(field(agent, "toolsets")).map((each) => field(each, "toolset"));
  });
  return named.flatMap((node) => (node !== undefined && lastSegment(stringValue(node) ?? "") === name ? [valueOrigin(node)] : []));
}

function keysIn(tree: Tree | undefined, map: readonly string[], name: string): Origin[] {
  if (tree === undefined) return [];
  const node = map.reduce<Node | undefined>((outer, step) => field(outer, step), nodeAt({ tree, path: [] }));
  return entries(node).flatMap(([key, { path }]) => (key === name ? [originOfKey(tree, path)] : []));
}

/** The snapshots that are named after the toolset. */
function snapshots(name: string, to: string, { definitions, project }: Known["reading"]): [from: string, to: string][] {
  const definition = definitions.accepted.find(({ aliases }) => aliases.includes(name));
  if (definition === undefined) return [];
  const pathsOf = (alias: string) => snapshotPaths({ ...definition, aliases: [alias] }, project);
  return pathsOf(name).flatMap((path, index): [string, string][] => {
    const target = pathsOf(to)[index];
    return project.files.get(path) === undefined || target === undefined ? [] : [[path, target]];
  });
}
