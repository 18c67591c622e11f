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

/** The names of the requested resources, and which other resources are read with them. */
export interface Scope {
  /** Toolsets and tools by their names; empty for all. An unknown name is an error. */
  readonly toolsets: readonly string[];
  /** Toolsets, or tools as `toolsetc call` names them. If a name does not determine its toolset, all resources are read. */
  readonly named: readonly string[];
  /** Which other resources are read. Names must be unique in a project, so a toolset that is read without resources of conflicting names could get different names. */
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

/** Selects the resources to read. `all` are in the project's order; `isInPath` tests whether a resource is below the path of the command. */
export function chooseResources(
  all: readonly ProjectResource[],
  isInPath: (resource: ProjectResource) => boolean,
  { config, scope }: { readonly config: Pick<Config, "naming" | "overrides">; readonly scope: Scope },
): ResourceSelection {
  const placed = all.filter(isInPath);
  const requested = withToolNames(withNames(placed, scope.toolsets), scope.named);
  if (requested.length === all.length) return { requested, read: all, elsewhere: [] };
  const requestedSet = new Set(requested);
  const mayConflict = createMayConflict(requested, config);
  const isRead = (resource: ProjectResource) => {
    if (requestedSet.has(resource)) return true;
    if (scope.beside !== "namesakes") return scope.beside === "everything";
    return config.naming === "operation" || mayConflict(resource);
  };
  return { requested, read: all.filter(isRead), elsewhere: all.filter((resource) => !isRead(resource)) };
}

/** Reports requested names that no resource has. */
export function checkScope(
  { toolsets }: Scope,
  { requested, resources, elsewhere }: Pick<Project, "requested" | "resources" | "elsewhere">,
): Diagnostic[] {
  const requestedResources = resources.filter(({ tree }) => requested.has(tree));
  const unknown = toolsets.filter((name) => withNames(requestedResources, [name]).length === 0);
  return unknown.map((name) => unknownName(name, [...resources, ...elsewhere], flagPlace("--toolset", name)));
}

/** Reports a name that no resource has, with the nearest name. */
export function unknownName(name: string, resources: readonly ProjectResource[], place: Place): Diagnostic {
  const known = [...new Set(resources.flatMap((resource) => namesOfResource(resource).slice(0, 1)))].sort(compareText);
  const others = known.filter((other) => other !== name);
  return diagnostic(toolsetNotFound, { name, known, near: nearest(name, others) }, place);
}

/** The resources with one of these names, as authored or as sanitized for models; all if `names` is empty. */
function withNames(resources: readonly ProjectResource[], names: readonly string[]): readonly ProjectResource[] {
  const found = names.flatMap((requestedName) => {
    const plain = resources.filter((resource) => namesOfResource(resource).includes(requestedName));
    return plain.length > 0
      ? plain
      : resources.filter((resource) => namesOfResource(resource).some((name) => sanitizeName(name) === requestedName));
  });
  return names.length === 0 ? resources : resources.filter((resource) => found.includes(resource));
}

/** The resources that these names of toolsets or tools belong to; all if a name belongs to none. */
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

/** Returns a function that tests whether names of a resource may conflict with those of the requested ones: they are equal except for `_`, or one is a prefix of the other. */
function createMayConflict(
  requested: readonly ProjectResource[],
  config: Pick<Config, "overrides">,
): (resource: ProjectResource) => boolean {
  const stems = requested.flatMap((resource) => stemsOf(resource, config));
  return (resource) => stemsOf(resource, config).some((one) => stems.some((two) => isSimilar(one, two) || isSimilar(two, one)));
}

function isSimilar(one: string, two: string): boolean {
  return one.startsWith(`${two}_`) || one.replaceAll("_", "") === two.replaceAll("_", "");
}

/** The possible beginnings of the tool names of a resource. */
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
