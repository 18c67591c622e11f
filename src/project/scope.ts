import { isNameOf, isPlainNameOf, resourceNames, toolNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { type Details, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { flagPlace } from "../source/flag-place.ts";
import { compareText } from "../source/text/compare.ts";
import { sanitizeName } from "../source/text/sanitize-name.ts";
import type { Place } from "../source/tree.ts";
import { toolsetNotFound } from "./codes.ts";
import type { Config } from "./config/config.ts";
import type { Project, ProjectResource } from "./project.ts";

/** Which resources are requested by name, and which other resources are loaded with them. */
export interface Scope {
  /** The names of the requested toolsets and standalone tools. An empty array requests all. An unknown name is an error. */
  readonly toolsets: readonly string[];
  /**
   * The names of requested toolsets, or of their tools as in `toolsetc call`. If the toolset of a name cannot be determined, all resources
   * are requested.
   */
  readonly named: readonly string[];
  /** Which resources are loaded although they were not requested, in a project with this configuration. */
  readonly beside: Beside | ((config: Config) => Beside);
}

/**
 * The resources that are loaded beside the requested ones. The names of a toolset depend on other resources with similar names, since names
 * are unique in a project. With `nothing`, a toolset may therefore get other names than in the whole project. `exports`: also the standalone
 * tools, since the root module of the output exports them by their names.
 */
type Beside = "nothing" | "namesakes" | "exports" | "everything";

/** What is loaded beside the requested resources. The output of an app names the tools of each agent, and so those of all toolsets. */
export function besideIn({ beside }: Scope, config: Config, hasApps: boolean): Beside {
  const chosen = typeof beside === "function" ? beside(config) : beside;
  return chosen === "exports" && hasApps ? "everything" : chosen;
}

export const wholeProject: Scope = { toolsets: [], named: [], beside: "nothing" };

export interface ResourceSelection {
  /** The requested resources. */
  readonly requested: readonly ProjectResource[];
  /** The requested resources, and those that are loaded with them. */
  readonly read: readonly ProjectResource[];
  /** The resources of the project that are not in `read`. */
  readonly elsewhere: readonly ProjectResource[];
}

/**
 * Selects the resources to load. They keep the order of `all`. `isInPath` tests whether a resource is below the path argument of the
 * command.
 */
export function chooseResources(
  all: readonly ProjectResource[],
  isInPath: (resource: ProjectResource) => boolean,
  { config, scope, beside }: { readonly config: Pick<Config, "naming" | "overrides">; readonly scope: Scope; readonly beside: Beside },
): ResourceSelection {
  const placed = all.filter(isInPath);
  const requested = withToolNames(withNames(placed, scope.toolsets), scope.named);
  if (requested.length === all.length) return { requested, read: all, elsewhere: [] };
  const requestedSet = new Set(requested);
  const isAlsoRead = alsoRead(beside, requested, config);
  const read = new Set(all.filter((resource) => requestedSet.has(resource) || isAlsoRead(resource)));
  return { requested, read: [...read], elsewhere: all.filter((resource) => !read.has(resource)) };
}

/** Returns a function that tests whether a resource is loaded although it was not requested. */
function alsoRead(
  beside: Beside,
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
    case "exports": {
      const isNamesake = alsoRead("namesakes", requested, config);
      return (resource) => resource.resource === "tool" || isNamesake(resource);
    }
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

/** Creates the diagnostic for a name that no resource has, with the most similar existing name. */
export function unknownName(name: string, resources: readonly ProjectResource[], place: Place): Diagnostic {
  const known = [...new Set(resources.flatMap((resource) => namesOfResource(resource).slice(0, 1)))].sort(compareText);
  const others = known.filter((other) => other !== name);
  return diagnostic(toolsetNotFound, { name, known, near: nearest(name, others) }, place);
}

/** What it follows from that a name is unknown: without any names, from the setting that says where the definitions are. */
export function causeOfUnknown(names: ReadonlySet<string>, { definitions }: Pick<Config, "definitions">): Pick<Details, "causedAt"> {
  return names.size === 0 && definitions?.origin !== undefined ? { causedAt: definitions.origin } : {};
}

/** The resources that have one of `names`, as authored or as sanitized for models. If `names` is empty, all resources. */
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

/** The resources whose names or tools are in `names`. If `names` is empty, or one of them belongs to no resource, all resources. */
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
 * Returns a function that tests whether a name of a resource may conflict with a name of a requested resource. Names may conflict if they
 * are equal without their `_`, or if one name is the part of the other before a `_`, such as `pets` and `pets_list`.
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

/** Whether a name is too long to be compared. A resource with such a name is always loaded, as if there were a conflict. */
function isLong(name: string): boolean {
  return name.length > 200;
}

/** The prefixes of a name that end before a `_`. */
function beginningsOf(name: string): string[] {
  return Array.from(name.matchAll(/_/g), ({ index }) => name.slice(0, index));
}

function withoutSeparators(name: string): string {
  return name.replaceAll("_", "");
}

/** The possible prefixes of the names of a resource's tools. */
function stemsOf(resource: ProjectResource, { overrides }: Pick<Config, "overrides">): string[] {
  const names = namesOfResource(resource);
  // The name of a standalone tool has no prefix. Its name in the definition or in the configuration may conflict with other names.
  const own = resource.resource === "toolset" ? [] : toolNames(nodeAt(resource));
  const chosen =
    resource.resource === "toolset"
      ? []
      : names.flatMap((name) => [...(overrides.get(name)?.tools.values() ?? [])].flatMap((tool) => tool.name?.value ?? []));
  return [...names, ...own, ...chosen].map((name) => sanitizeName(name).toLowerCase());
}

/** All names that select a resource. Messages use the first name. */
export function namesOfResource(resource: ProjectResource): readonly string[] {
  return resourceNames(nodeAt(resource), resource.fallbackName);
}
