import { entries, field, keyOrigin, type Node } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { isObject } from "../source/json.ts";
import { originOfKey, originOfValue } from "../source/tree.ts";
import { unknownEntry, unknownManagedField, unusedValue } from "./codes.ts";
import { type Environment, environmentsFor } from "./environments.ts";
import { type FlagValue, spelling } from "./flag-values.ts";
import { holderText, isReadable } from "./holder.ts";
import { environmentKey, fieldText, isManagedBy, managedFields, type Owner } from "./managed-fields.ts";
import { leavesOf, type OverlayPath } from "./overlay.ts";
import type { Surveyed } from "./survey.ts";

/** What environments and flags say that nothing uses. A file that several apps share is checked against all of them. */
export function checkEntries(
  surveyed: readonly Surveyed[],
  environments: readonly Environment[],
  flags: readonly FlagValue[],
): Diagnostic[] {
  const found = environments.flatMap((environment) => {
    const own = surveyed.filter(({ holder }) => environmentsFor(holder.app, [environment]).length > 0);
    return isObject(environment.tree?.data)
      ? checkEnvironment({ tree: environment.tree, path: [], value: environment.tree.data }, own)
      : [];
  });
  return [...found, ...flags.flatMap((flag) => checkFlag(flag, surveyed))];
}

function checkEnvironment(root: Node, surveyed: readonly Surveyed[]): Diagnostic[] {
  const app = field(root, environmentKey.app);
  const apps = surveyed.filter(({ holder }) => holder.owner === "app");
  return [
    ...(app === undefined ? [] : checkEntry(app, "app", apps)),
    ...checkGroup(root, "tool", surveyed),
    ...checkGroup(root, "toolset", surveyed),
  ];
}

function checkGroup(root: Node, owner: Owner, surveyed: readonly Surveyed[]): Diagnostic[] {
  const key = environmentKey[owner];
  const group = field(root, key);
  if (group === undefined) return [];
  const own = surveyed.filter(({ holder }) => holder.owner === owner);
  const named = new Map<string, Surveyed[]>();
  for (const each of own) for (const alias of each.holder.aliases) named.set(alias, [...(named.get(alias) ?? []), each]);
  // A text that cannot be read may give its resource this name.
  const isSure = own.every(({ holder }) => holder.node.value !== null);
  return entries(group).flatMap(([name, node]) => {
    const meant = named.get(name);
    if (meant !== undefined) return checkEntry(node, owner, meant);
    return isSure ? [diagnostic(unknownEntry, { name, key, nearest: nearest(name, named.keys()) }, keyOrigin(node))] : [];
  });
}

/** An entry may serve resources of several apps; it is used if any of them uses it. */
function checkEntry(entry: Node, owner: Owner, surveyed: readonly Surveyed[]): Diagnostic[] {
  const [first] = surveyed;
  const holder = first === undefined ? environmentKey[owner] : holderText(first.holder);
  const own = managedFields.filter((managed) => managed.owner === owner);
  const toolset = first?.holder.owner === "toolset" ? first.holder.name : undefined;
  return leavesOf(entry).flatMap(({ path, node }) => {
    const written = fieldText(path);
    const origin = typeof node.path.at(-1) === "number" ? originOfValue(node.tree, node.path) : originOfKey(node.tree, node.path);
    if (!own.some((managed) => isManagedBy(managed, path))) {
      return [
        diagnostic(unknownManagedField, { holder, field: written, nearest: nearest(written, own.map(spelling)) }, origin, { toolset }),
      ];
    }
    if (surveyed.some((each) => isFilled(each, path) || !isReadable(each.holder))) return [];
    const related = surveyed.flatMap(({ sites }) =>
      sites.filter((site) => fieldText(site.path) === written).map((site) => ({ message: "This is used instead.", place: site.origin })),
    );
    return [diagnostic(unusedValue, { holder, field: written }, origin, { toolset, related })];
  });
}

function checkFlag({ holder, path, place }: FlagValue, surveyed: readonly Surveyed[]): Diagnostic[] {
  const isUsed = surveyed.some((each) => each.holder === holder && (isFilled(each, path) || !isReadable(holder)));
  return isUsed ? [] : [diagnostic(unusedValue, { holder: holderText(holder), field: fieldText(path) }, place)];
}

function isFilled({ placeholders }: Surveyed, path: OverlayPath): boolean {
  const written = fieldText(path);
  return placeholders.some((placeholder) => fieldText(placeholder.path) === written);
}
