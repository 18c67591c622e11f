import { isNameOf, isPlainNameOf, resourceNames, toolNames } from "../definition/definition-names.ts";
import { nodeAt } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { compareText } from "../source/compare.ts";
import { flagPlace } from "../source/flag-place.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import { toolsetNotFound } from "./codes.ts";
import type { Config } from "./config.ts";
import type { Project, ProjectResource } from "./project.ts";

/** What of a project is wanted by name, and what is read beside it. */
export interface Scope {
  /** Toolsets and tools by their names; none: all of them. A name that nothing has is an error. */
  readonly toolsets: readonly string[];
  /** The same, or tools as `toolsetc call` takes them. Where a name does not show whose it is, all are read. */
  readonly named: readonly string[];
  /** Names are unique in a project: without its namesakes a toolset could get other names than in the whole. */
  readonly beside: "nothing" | "namesakes" | "everything";
}

export const wholeProject: Scope = { toolsets: [], named: [], beside: "nothing" };

export interface ResourceSelection {
  /** Those that were asked for. */
  readonly asked: readonly ProjectResource[];
  /** With what is read beside. */
  readonly read: readonly ProjectResource[];
  /** What of the project is not read. */
  readonly elsewhere: readonly ProjectResource[];
}

/** Which resources of a project are read. `all` are in its order; `isInPlace` says which the path of the command leads to. */
export function chooseResources(
  all: readonly ProjectResource[],
  isInPlace: (resource: ProjectResource) => boolean,
  { config, scope }: { readonly config: Pick<Config, "naming" | "overrides">; readonly scope: Scope },
): ResourceSelection {
  const placed = all.filter(isInPlace);
  const asked = withToolNames(withNames(placed, scope.toolsets), scope.named);
  if (asked.length === all.length) return { asked, read: all, elsewhere: [] };
  const isAsked = new Set(asked);
  const isNear = createIsNear(asked, config);
  const isRead = (resource: ProjectResource) => {
    if (isAsked.has(resource)) return true;
    if (scope.beside !== "namesakes") return scope.beside === "everything";
    return config.naming === "operation" || isNear(resource);
  };
  return { asked, read: all.filter(isRead), elsewhere: all.filter((resource) => !isRead(resource)) };
}

/** The names of a scope that nothing answers to where the command looks. */
export function checkScope(
  { toolsets }: Scope,
  { asked, resources, elsewhere }: Pick<Project, "asked" | "resources" | "elsewhere">,
): Diagnostic[] {
  const wanted = resources.filter(({ tree }) => asked.has(tree));
  const unknown = toolsets.filter((name) => withNames(wanted, [name]).length === 0);
  if (unknown.length === 0) return [];
  const known = [...new Set([...resources, ...elsewhere].flatMap((resource) => namesOfResource(resource).slice(0, 1)))].sort(compareText);
  return unknown.map((name) =>
    diagnostic(
      toolsetNotFound,
      {
        name,
        known,
        near: nearest(
          name,
          known.filter((other) => other !== name),
        ),
      },
      flagPlace("--toolset", name),
    ),
  );
}

/** Those that answer to one of these names: as written, else as a model sees it. To no name everything does. */
function withNames(resources: readonly ProjectResource[], names: readonly string[]): readonly ProjectResource[] {
  const found = names.flatMap((wanted) => {
    const plain = resources.filter((resource) => namesOfResource(resource).includes(wanted));
    return plain.length > 0
      ? plain
      : resources.filter((resource) => namesOfResource(resource).some((name) => sanitizeName(name) === wanted));
  });
  return names.length === 0 ? resources : resources.filter((resource) => found.includes(resource));
}

function withToolNames(resources: readonly ProjectResource[], names: readonly string[]): readonly ProjectResource[] {
  const found = names.map((wanted) => {
    const plain = resources.filter((resource) => namesOfResource(resource).some((name) => isPlainNameOf(wanted, name)));
    return plain.length > 0 ? plain : resources.filter((resource) => namesOfResource(resource).some((name) => isNameOf(wanted, name)));
  });
  if (found.some(({ length }) => length === 0)) return resources;
  const all = new Set(found.flat());
  return names.length === 0 ? resources : resources.filter((resource) => all.has(resource));
}

/** Whether the names that a resource makes may be like those of others: its own without regard to `-`, or one that begins with theirs. */
function createIsNear(asked: readonly ProjectResource[], config: Pick<Config, "overrides">): (resource: ProjectResource) => boolean {
  const stems = asked.flatMap((resource) => stemsOf(resource, config));
  return (resource) => stemsOf(resource, config).some((one) => stems.some((two) => areNear(one, two) || areNear(two, one)));
}

function areNear(one: string, two: string): boolean {
  return one.startsWith(`${two}_`) || one.replaceAll("_", "") === two.replaceAll("_", "");
}

function stemsOf(resource: ProjectResource, { overrides }: Pick<Config, "overrides">): string[] {
  const names = namesOfResource(resource);
  // A tool that stands alone has no prefix before the name that is chosen for it.
  const own = resource.resource === "toolset" ? [] : toolNames(nodeAt(resource));
  const chosen =
    resource.resource === "toolset"
      ? []
      : names.flatMap((name) => [...(overrides.get(name)?.tools.values() ?? [])].flatMap((tool) => tool.name?.value ?? []));
  return [...names, ...own, ...chosen].map((name) => sanitizeName(name).toLowerCase());
}

function namesOfResource(resource: ProjectResource): readonly string[] {
  return resourceNames(nodeAt(resource), resource.fallbackName);
}
