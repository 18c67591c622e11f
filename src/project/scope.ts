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
  /** The names of toolsets and standalone tools; empty for all. An unknown name is an error. */
  readonly toolsets: readonly string[];
  /** Names of toolsets, or of tools as in `toolsetc call`. If a name does not determine its toolset, all resources are read. */
  readonly named: readonly string[];
  /**
   * Which other resources are read. Names are unique in a project, so the names of a toolset depend on other resources with similar names. Without
   * `namesakes` or `everything`, the toolset may get other names than in the whole project.
   */
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

/** Selects the resources to read from `all`, in the project's order. `isInPath` tests whether a resource is below the path of the command. */
export function chooseResources(
  all: readonly ProjectResource[],
  isInPath: (resource: ProjectResource) => boolean,
  { config, scope }: { readonly config: Pick<Config, "naming" | "overrides">; readonly scope: Scope },
): ResourceSelection {
  const placed = all.filter(isInPath);
  const requested = withToolNames(withNames(placed, scope.toolsets), scope.named);
  if (requested.length === all.length) return { requested, read: all, elsewhere: [] };
  const requestedSet = new Set(requested);
  const isAlsoRead = alsoRead(scope, requested, config);
  const read = new Set(all.filter((resource) => requestedSet.has(resource) || isAlsoRead(resource)));
  return { requested, read: [...read], elsewhere: all.filter((resource) => !read.has(resource)) };
}

/** Returns a function that tests whether a resource is read although it was not requested. */
function alsoRead(
  { beside }: Scope,
  requested: readonly ProjectResource[],
  config: Pick<Config, "naming" | "overrides">,
): (resource: ProjectResource) => boolean {
  switch (beside) {
    case "nothing":
      return () => false;
    case "everything":
      return () => true;
    case "namesakes":
      return config.naming === "operation" ? () => true : createMayConflict(requested, config);
  }
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
  if (names.length === 0) return resources;
  const found = names.flatMap((requestedName) => {
    const plain = resources.filter((resource) => namesOfResource(resource).includes(requestedName));
    return plain.length > 0
      ? plain
      : resources.filter((resource) => namesOfResource(resource).some((name) => sanitizeName(name) === requestedName));
  });
  const all = new Set(found);
  return resources.filter((resource) => all.has(resource));
}

/** The resources that these names of toolsets or tools belong to. All resources if a name belongs to no resource. */
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

/**
 * Returns a function that tests whether a name of a resource may conflict with a name of a requested resource: the names are equal except for
 * `_`, or one name is the beginning of the other name.
 */
function createMayConflict(
  requested: readonly ProjectResource[],
  config: Pick<Config, "overrides">,
): (resource: ProjectResource) => boolean {
  const stems = new Set(requested.flatMap((resource) => stemsOf(resource, config)));
  if ([...stems].some(isLong)) return () => true;
  const beginnings = new Set([...stems].flatMap(beginningsOf));
  const joined = new Set([...stems].map(withoutSeparators));
  const isSimilar = (stem: string) =>
    isLong(stem) ||
    joined.has(withoutSeparators(stem)) ||
    beginnings.has(stem) ||
    beginningsOf(stem).some((beginning) => stems.has(beginning));
  return (resource) => stemsOf(resource, config).some(isSimilar);
}

/** Whether a name is too long to be compared. Its resource is always read, as if the name had a conflict. */
function isLong(name: string): boolean {
  return name.length > 200;
}

/** The parts of a name before each `_`. */
function beginningsOf(name: string): string[] {
  return Array.from(name.matchAll(/_/g), ({ index }) => name.slice(0, index));
}

function withoutSeparators(name: string): string {
  return name.replaceAll("_", "");
}

/** The possible beginnings of the tool names of a resource. */
function stemsOf(resource: ProjectResource, { overrides }: Pick<Config, "overrides">): string[] {
  const names = namesOfResource(resource);
  // The name of a standalone tool has no prefix, so a name in its definition or in the configuration may conflict.
  const own = resource.resource === "toolset" ? [] : toolNames(nodeAt(resource));
  const chosen =
    resource.resource === "toolset"
      ? []
      : names.flatMap((name) => [...(overrides.get(name)?.tools.values() ?? [])].flatMap((tool) => tool.name?.value ?? []));
  return [...names, ...own, ...chosen].map((name) => sanitizeName(name).toLowerCase());
}

/** Every name that selects a resource. Messages use the first name. */
export function namesOfResource(resource: ProjectResource): readonly string[] {
  return resourceNames(nodeAt(resource), resource.fallbackName);
}
