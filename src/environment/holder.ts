import type { Definition } from "../definition/definition.ts";
import { namesOf } from "../definition/definition-names.ts";
import { field, type Node } from "../definition/node.ts";
import { kindOfMember, kinds } from "../kinds.ts";
import { documentTree } from "../project/documents.ts";
import type { Project, Resource } from "../project/project.ts";
import { type Json, member } from "../source/json.ts";
import { pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { environmentKey, type Owner } from "./managed-fields.ts";

/** A resource that may have managed fields: an app, a tool or a toolset. */
export interface Holder {
  readonly owner: Owner;
  /** What environments call it; empty for the app, which they need not name. */
  readonly name: string;
  /** Every name that it answers to; the first is `name`. */
  readonly aliases: readonly string[];
  readonly app: string | undefined;
  readonly node: Node;
  /** `undefined` for what does not compile, by its kind or by its faults. */
  readonly definition: Definition | undefined;
  /** The OpenAPI document of a definition. */
  readonly document: Tree | undefined;
  /** Whether what is missing is an error: it would compile. A data store tool only has to be right for CES. */
  readonly compiles: boolean;
}

/** All of the project's, toolsets and tools in its order. */
export function holdersOf(definitions: readonly Definition[], project: Project): Holder[] {
  const known = new Map(definitions.map((definition) => [placeOf(definition.node), definition]));
  const resources = project.resources.map((resource) => resourceHolder(resource, known, project));
  const apps = project.apps.map(({ root, tree }): Holder => {
    const node = { tree, path: [], value: tree.data ?? null };
    return { owner: "app", name: "", aliases: [""], app: root, node, definition: undefined, document: undefined, compiles: false };
  });
  return [...apps, ...resources];
}

function resourceHolder(resource: Resource, known: ReadonlyMap<string, Definition>, project: Project): Holder {
  const { resource: owner, tree, path, fallbackName, app } = resource;
  const node = { tree, path, value: valueAt(tree, path) ?? null };
  const definition = known.get(placeOf(node));
  if (definition !== undefined) {
    const { name, aliases } = definition;
    const document = documentTree(definition, project);
    return { owner, name, aliases, app: definition.app, node: definition.node, definition, document, compiles: true };
  }
  const aliases = namesOf(node, fallbackName);
  const compiles = owner === "toolset" || [...kindOfMember.tool.keys()].some((member) => field(node, member) !== undefined);
  return { owner, name: aliases[0] ?? fallbackName, aliases, app, node, definition, document: undefined, compiles };
}

function placeOf({ tree, path }: Pick<Node, "tree" | "path">): string {
  return `${tree.source.path}#${pointerOf(path)}`;
}

/** Whether all that environments may fill can be seen. What stands in a text that cannot be read is not known to be missing. */
export function isReadable({ node, definition, document, compiles }: Holder): boolean {
  if (definition === undefined) return !compiles && node.value !== null;
  return kinds[definition.kind].document === undefined || document?.data !== undefined;
}

/** The name by which an environment's file knows a resource already, else the first that it answers to. */
export function entryKey({ owner, aliases, name }: Holder, file: Json): string {
  const group = member(file, environmentKey[owner]);
  return aliases.find((alias) => member(group, alias) !== undefined) ?? name;
}

/** How a person finds it: `toolsets.shop`, `app`. */
export function holderText({ owner, name }: Holder): string {
  return owner === "app" ? environmentKey.app : `${environmentKey[owner]}.${name}`;
}
