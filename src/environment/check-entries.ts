import { entries, field, keyOrigin, type Node } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { isObject } from "../source/json/json.ts";
import { originOfKey, originOfValue } from "../source/tree.ts";
import { unknownEnvironmentEntry, unknownEnvironmentField, unusedEnvironmentValue } from "./codes.ts";
import { type Environment, environmentsFor } from "./environments.ts";
import type { FieldLocation } from "./field-location.ts";
import { type FlagValue, spelling } from "./flag-values.ts";
import { environmentKey, fieldText, isManagedBy, managedFields, type ResourceType } from "./managed-fields.ts";
import { isReadable, resourceText } from "./managed-resource.ts";
import { leavesOf } from "./overlay.ts";
import type { ResourceSurvey } from "./survey.ts";

/**
 * Reports the values of environments and flags that no placeholder uses. An environment file that several apps share is checked against all
 * of these apps.
 */
export function checkEntries(
  surveyed: readonly ResourceSurvey[],
  environments: readonly Environment[],
  flags: readonly FlagValue[],
): Diagnostic[] {
  const found = environments.flatMap((environment) => {
    const own = surveyed.filter(({ resource }) => environmentsFor(resource.app, [environment]).length > 0);
    return isObject(environment.tree?.data)
      ? checkEnvironment({ tree: environment.tree, path: [], value: environment.tree.data }, own)
      : [];
  });
  return [...found, ...flags.flatMap((flag) => checkFlag(flag, surveyed))];
}

function checkEnvironment(root: Node, surveyed: readonly ResourceSurvey[]): Diagnostic[] {
  const app = field(root, environmentKey.app);
  const apps = surveyed.filter(({ resource }) => resource.resourceType === "app");
  return [
    ...(app === undefined ? [] : checkEntry(app, "app", apps)),
    ...checkGroup(root, "tool", surveyed),
    ...checkGroup(root, "toolset", surveyed),
  ];
}

function checkGroup(root: Node, resourceType: ResourceType, surveyed: readonly ResourceSurvey[]): Diagnostic[] {
  const key = environmentKey[resourceType];
  const group = field(root, key);
  if (group === undefined) return [];
  const own = surveyed.filter(({ resource }) => resource.resourceType === resourceType);
  const named = new Map<string, ResourceSurvey[]>();
  for (const each of own) {
    for (const alias of each.resource.aliases) {
      const same = named.get(alias);
      if (same === undefined) named.set(alias, [each]);
      else same.push(each);
    }
  }
  // A resource that cannot be parsed may have the name of any entry, so no name is reported as unknown.
  const areNamesKnown = own.every(({ resource }) => resource.node.value !== null);
  return entries(group).flatMap(([name, node]) => {
    const matching = named.get(name);
    if (matching !== undefined) return checkEntry(node, resourceType, matching);
    return areNamesKnown ? [diagnostic(unknownEnvironmentEntry, { name, key, nearest: nearest(name, named.keys()) }, keyOrigin(node))] : [];
  });
}

/**
 * Checks an entry against all resources with its name, which may belong to several apps. A value counts as used if one of these resources
 * uses it.
 */
function checkEntry(entry: Node, resourceType: ResourceType, surveyed: readonly ResourceSurvey[]): Diagnostic[] {
  const [first] = surveyed;
  const resource = first === undefined ? environmentKey[resourceType] : resourceText(first.resource);
  const own = managedFields.filter((managed) => managed.resourceType === resourceType);
  const toolset = first?.resource.resourceType === "toolset" ? first.resource.name : undefined;
  const filled = new Set(surveyed.flatMap(({ placeholders }) => placeholders.map(({ path }) => fieldText(path))));
  const mayUseAny = surveyed.some((each) => !isReadable(each.resource));
  const locations = new Map<string, FieldLocation[]>();
  for (const location of surveyed.flatMap((each) => each.locations)) {
    const text = fieldText(location.path);
    const known = locations.get(text);
    if (known === undefined) locations.set(text, [location]);
    else known.push(location);
  }
  return leavesOf(entry).flatMap(({ path, node }) => {
    const written = fieldText(path);
    const origin = typeof node.path.at(-1) === "number" ? originOfValue(node.tree, node.path) : originOfKey(node.tree, node.path);
    if (!own.some((managed) => isManagedBy(managed, path))) {
      return [
        diagnostic(unknownEnvironmentField, { resource, field: written, nearest: nearest(written, own.map(spelling)) }, origin, {
          toolset,
        }),
      ];
    }
    if (mayUseAny || filled.has(written)) return [];
    const related = (locations.get(written) ?? []).map(({ origin: place }) => ({ message: "This value is used instead.", place }));
    return [diagnostic(unusedEnvironmentValue, { resource, field: written }, origin, { toolset, related })];
  });
}

function checkFlag({ resource, path, place }: FlagValue, surveyed: readonly ResourceSurvey[]): Diagnostic[] {
  const written = fieldText(path);
  const own = surveyed.find((each) => each.resource === resource);
  const isUsed = own !== undefined && (!isReadable(resource) || own.placeholders.some((each) => fieldText(each.path) === written));
  return isUsed ? [] : [diagnostic(unusedEnvironmentValue, { resource: resourceText(resource), field: written }, place)];
}
