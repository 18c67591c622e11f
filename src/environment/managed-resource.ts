import type { Definition } from "../definition/definition.ts";
import { resourceNames } from "../definition/definition-names.ts";
import { field, type Node } from "../definition/node.ts";
import { kindOfMember, kinds } from "../kinds.ts";
import { documentTree } from "../project/documents/documents.ts";
import type { Project, ProjectResource } from "../project/project.ts";
import { type Json, member } from "../source/json/json.ts";
import { pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { environmentKey, type ResourceType } from "./managed-fields.ts";

/** A resource that may have managed fields: an app, a tool or a toolset. */
export interface ManagedResource {
  readonly resourceType: ResourceType;
  /** The name of the resource in environments. It is empty for an app, whose values are in `app` of an environment, without a name. */
  readonly name: string;
  /** Every name of the resource; the first is `name`. */
  readonly aliases: readonly string[];
  readonly app: string | undefined;
  readonly node: Node;
  /** The definition of the resource; `undefined` if the resource does not compile, because of its kind or because of errors. */
  readonly definition: Definition | undefined;
  /** The OpenAPI document of a definition. */
  readonly document: Tree | undefined;
  /** Whether resources of this kind compile, so that a missing value is an error. Data store tools, for example, do not compile. */
  readonly compiles: boolean;
}

/** The managed resources of a project: its apps, then its toolsets and tools in the project's order. */
export function managedResources(definitions: readonly Definition[], project: Project): ManagedResource[] {
  const known = new Map(definitions.map((definition) => [nodeKey(definition.node), definition]));
  const resources = project.resources.map((resource) => managedResource(resource, known, project));
  const apps = project.apps.map(({ root, tree }): ManagedResource => {
    const node = { tree, path: [], value: tree.data ?? null };
    return { resourceType: "app", name: "", aliases: [""], app: root, node, definition: undefined, document: undefined, compiles: false };
  });
  return [...apps, ...resources];
}

function managedResource(resource: ProjectResource, known: ReadonlyMap<string, Definition>, project: Project): ManagedResource {
  const { resource: resourceType, tree, path, fallbackName, app } = resource;
  const node = { tree, path, value: valueAt(tree, path) ?? null };
  const definition = known.get(nodeKey(node));
  if (definition !== undefined) return managedDefinition(definition, project);
  const aliases = resourceNames(node, fallbackName);
  const compiles = resourceType === "toolset" || [...kindOfMember.tool.keys()].some((member) => field(node, member) !== undefined);
  return { resourceType, name: aliases[0] ?? fallbackName, aliases, app, node, definition, document: undefined, compiles };
}

/** The managed resource of a definition. */
export function managedDefinition(definition: Definition, project: Project): ManagedResource {
  const { resource: resourceType, name, aliases, app, node } = definition;
  return { resourceType, name, aliases, app, node, definition, document: documentTree(definition, project), compiles: true };
}

function nodeKey({ tree, path }: Pick<Node, "tree" | "path">): string {
  return `${tree.source.path}#${pointerOf(path)}`;
}

/** Whether all placeholders of the resource are known. A resource or document that cannot be parsed may contain any placeholder. */
export function isReadable({ node, definition, document, compiles }: ManagedResource): boolean {
  if (definition === undefined) return !compiles && node.value !== null;
  return kinds[definition.kind].document === undefined || document?.data !== undefined;
}

/** The key of a resource in an environment file: the key of an existing entry, or the display name if the file has no entry. */
export function entryKey({ resourceType, aliases, name }: ManagedResource, file: Json): string {
  const group = member(file, environmentKey[resourceType]);
  return aliases.find((alias) => member(group, alias) !== undefined) ?? name;
}

/** The path of a resource in messages: `toolsets.shop`, `app`. */
export function resourceText({ resourceType, name }: ManagedResource): string {
  return resourceType === "app" ? environmentKey.app : `${environmentKey[resourceType]}.${name}`;
}
