import { camelCase, field, type Node } from "../definition/node.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../source/json/json.ts";
import { type Origin, originOfKey } from "../source/tree.ts";
import type { Environment } from "./environments.ts";
import { environmentKey } from "./managed-fields.ts";
import type { ManagedResource } from "./managed-resource.ts";

/** A path in the entry of a resource: camelCase names and array indices. */
export type OverlayPath = readonly (string | number)[];

/** The entry of a resource in an environment. */
export interface EnvironmentEntry {
  readonly key: string;
  readonly node: Node;
}

/** Two different entries for one resource. */
export interface EntryConflict {
  readonly entries: readonly [EnvironmentEntry, EnvironmentEntry];
}

/**
 * The entry of a resource, under its display name or, if there is no such entry, under the name of its folder. If both entries exist and
 * differ, the result is a conflict.
 */
export function entryOf(resource: ManagedResource, { tree }: Environment): EnvironmentEntry | EntryConflict | undefined {
  if (tree === undefined) return undefined;
  const root: Node = { tree, path: [], value: tree.data ?? null };
  const group = field(root, environmentKey[resource.resourceType]);
  if (group === undefined || resource.resourceType === "app") return group && { key: environmentKey.app, node: group };
  const [first, second] = resource.aliases.flatMap((key) => {
    const value = member(group.value, key);
    return value === undefined ? [] : [{ key, node: { tree, path: [...group.path, key], value } }];
  });
  if (first !== undefined && second !== undefined && JSON.stringify(first.node.value) !== JSON.stringify(second.node.value))
    return { entries: [first, second] };
  return first;
}

export function keyOfEntry({ node }: EnvironmentEntry): Origin {
  return originOfKey(node.tree, node.path);
}

/** The node at a path of camelCase names and array indices. */
export function nodeAtPath(entry: Node, path: OverlayPath): Node | undefined {
  return path.reduce<Node | undefined>((node, step) => (typeof step === "number" ? itemAt(node, step) : field(node, step)), entry);
}

function itemAt(node: Node | undefined, index: number): Node | undefined {
  const value = node !== undefined && isArray(node.value) ? node.value[index] : undefined;
  return node === undefined || value === undefined ? undefined : { tree: node.tree, path: [...node.path, index], value };
}

/** An object that has each value at its path. Array items without a value become empty objects. */
export function overlayOf(values: readonly (readonly [path: OverlayPath, value: Json])[]): JsonObject {
  const overlay = values.reduce<Json>((into, [path, value]) => withValueAt(into, path, value), {});
  return isObject(overlay) ? overlay : {};
}

/** A copy of `into` with `value` at a path. The other members are kept, in their order. */
export function withValueAt(into: Json | undefined, path: OverlayPath, value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const array = itemsIn(into);
    const length = Math.max(array.length, step + 1);
    return Array.from({ length }, (_empty, index) => (index === step ? withValueAt(array[index], rest, value) : (array[index] ?? {})));
  }
  const object = isObject(into) ? into : {};
  const spelling = Object.hasOwn(object, step) ? step : (Object.keys(object).find((key) => camelCase(key) === step) ?? step);
  const members = Object.entries(object).filter(([key]) => key !== spelling);
  const changed: [string, Json] = [spelling, withValueAt(member(object, spelling), rest, value)];
  const position = Object.keys(object).indexOf(spelling);
  return Object.fromEntries(position === -1 ? [...members, changed] : members.toSpliced(position, 0, changed));
}

/** Every value of an entry that is neither an object nor an array, with its path in camelCase. */
export function leavesOf(entry: Node): { readonly path: OverlayPath; readonly node: Node }[] {
  const leaves: { path: OverlayPath; node: Node }[] = [];
  const open: { path: OverlayPath; node: Node }[] = [{ path: [], node: entry }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, node } = next;
    const { value } = node;
    const inner: [string | number, string | number, Json][] = isArray(value)
      ? value.map((item, index) => [index, index, item])
      : isObject(value)
        ? Object.entries(value).map(([key, item]) => [camelCase(key), key, item])
        : [];
    if (inner.length === 0) {
      if (!isArray(value) && !isObject(value)) leaves.push({ path, node });
      continue;
    }
    for (const [step, written, item] of inner.reverse()) {
      open.push({ path: [...path, step], node: { tree: node.tree, path: [...node.path, written], value: item } });
    }
  }
  return leaves;
}
