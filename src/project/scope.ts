import { isNameOf, isPlainNameOf, resourceNames, toolNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { compareText } from "../source/compare.ts";
import { flagPlace } from "../source/flag-place.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import type { Place } from "../source/tree.ts";
import { toolsetNotFound } from "./codes.ts";
import type { Config } from "./config.ts";
import type { Project, ProjectResource } from "./project.ts";

/** The requested resources of a project by name, and those that are read with them. */
export interface Scope {
  /** Toolsets and tools by their names; empty for all. An unknown name is an error. */
  readonly toolsets: readonly string[];
  /** Toolsets, or tools in the form of `toolsetc call`. If a name does not determine its toolset, all are read. */
  readonly named: readonly string[];
  /** Which other resources are read. Names are unique in a project, so a toolset read without its namesakes could get other names. */
  readonly beside: "nothing" | "namesakes" | "everything";
}

export const wholeProject: Scope = { toolsets: [], named: [], beside: "nothing" };

export interface ResourceSelection {
  /** The requested resources. */
  readonly requested: readonly ProjectResource[];
  /** The requested resources and those that are read with them. */
  readonly read: readonly ProjectResource[];
  /** The resources that are not read. */
  readonly elsewhere: readonly ProjectResource[];
}

/** Selects the resources to read. `all` are in the project's order; `isInPlace` tests whether a resource is below the command's path. */
export function chooseResources(
  all: readonly ProjectResource[],
  isInPlace: (resource: ProjectResource) => boolean,
  { config, scope }: { readonly config: Pick<Config, "naming" | "overrides">; readonly scope: Scope },
): ResourceSelection {
  const placed = all.filter(isInPlace);
  const requested = withToolNames(withNames(placed, scope.toolsets), scope.named);
  if (requested.length === all.length) return { requested, read: all, elsewhere: [] };
  const requestedSet = new Set(requested);
  const isNear = createIsNear(requested, config);
  const isRead = (resource: ProjectResource) => {
    if (requestedSet.has(resource)) return true;
    if (scope.beside !== "namesakes") return scope.beside === "everything";
    return config.naming === "operation" || isNear(resource);
  };
  return { requested, read: all.filter(isRead), elsewhere: all.filter((resource) => !isRead(resource)) };
}

/** Reports the requested names that no resource has. */
export function checkScope(
  { toolsets }: Scope,
  { requested, resources, elsewhere }: Pick<Project, "requested" | "resources" | "elsewhere">,
): Diagnostic[] {
  const requestedName = resources.filter(({ tree }) => requested.has(tree));
  const unknown = toolsets.filter((name) => withNames(requestedName, [name]).length === 0);
  return unknown.map((name) => unknownName(name, [...resources, ...elsewhere], flagPlace("--toolset", name)));
}

/** Reports a name that no resource has, with the nearest name. */
export function unknownName(name: string, resources: readonly ProjectResource[], place: Place): Diagnostic {
  const known = [...new Set(resources.flatMap((resource) => namesOfResource(resource).slice(0, 1)))].sort(compareText);
  const others = known.filter((other) => other !== name);
  return diagnostic(toolsetNotFound, { name, known, near: nearest(name, others) }, place);
}

/** The resources with one of these names, as written or else as spelt for models. Without names, all. */
function withNames(resources: readonly ProjectResource[], names: readonly string[]): readonly ProjectResource[] {
  const found = names.flatMap((requestedName) => {
    const plain = resources.filter((resource) => namesOfResource(resource).includes(requestedName));
    return plain.length > 0
      ? plain
      : resources.filter((resource) => namesOfResource(resource).some((name) => sanitizeName(name) === requestedName));
  });
  return names.length === 0 ? resources : resources.filter((resource) => found.includes(resource));
}

function withToolNames(resources: readonly ProjectResource[], names: readonly string[]): readonly ProjectResource[] {
  const found = names.map((requestedName) => {
    const plain = resources.filter((resource) => namesOfResource(resource).some((name) => isPlainNameOf(requestedName, name)));
    return plain.length > 0
      ? plain
      : resources.filter((resource) => namesOfResource(resource).some((name) => isNameOf(requestedName, name)));
  });
  if (found.some(({ length }) => length === 0)) return resources;
  const all = new Set(found.flat());
  return names.length === 0 ? resources : resources.filter((resource) => all.has(resource));
}

/** Whether a resource may get names that conflict with those of the requested ones: equal except for `-`, or with one as a prefix of the other. */
function createIsNear(requested: readonly ProjectResource[], config: Pick<Config, "overrides">): (resource: ProjectResource) => boolean {
  const stems = requested.flatMap((resource) => stemsOf(resource, config));
  return (resource) => stemsOf(resource, config).some((one) => stems.some((two) => areNear(one, two) || areNear(two, one)));
}

function areNear(one: string, two: string): boolean {
  return one.startsWith(`${two}_`) || one.replaceAll("_", "") === two.replaceAll("_", "");
}

function stemsOf(resource: ProjectResource, { overrides }: Pick<Config, "overrides">): string[] {
  const names = namesOfResource(resource);
  // The name of a standalone tool has no prefix.
  const own = resource.resource === "toolset" ? [] : toolNames(nodeAt(resource));
  const chosen =
    resource.resource === "toolset"
      ? []
      : names.flatMap((name) => [...(overrides.get(name)?.tools.values() ?? [])].flatMap((tool) => tool.name?.value ?? []));
  return [...names, ...own, ...chosen].map((name) => sanitizeName(name).toLowerCase());
}

/** Every name that selects a resource. The first is used in messages. */
export function namesOfResource(resource: ProjectResource): readonly string[] {
  return resourceNames(nodeAt(resource), resource.fallbackName);
}
