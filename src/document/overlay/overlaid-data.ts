import { isArray, isObject, type Json, maxDepth, member } from "../../source/json/json.ts";
import { type Authored, type Authors, type Path, pointerOf, type Tree, type TreeLocation, valueAt } from "../../source/tree.ts";

type Container = Json[] | { [name: string]: Json };

/** The data of a document while overlays change it, and who wrote what. Only the containers of changed values are copied, each once. */
export interface OverlaidData {
  readonly document: Tree;
  data: Json;
  readonly authors: Map<Json, Map<string, Authored>>;
  /** The containers that are part of the result only, and occur in it once. They may be changed. */
  owned: Set<Json>;
  /** The number of values that actions may still insert. */
  insertions: number;
}

export function startOverlaying(document: Tree, insertions: number): OverlaidData {
  return { document, data: document.data ?? null, authors: new Map(), owned: new Set(), insertions };
}

/** A value that an action inserts or merges, and where it was written. */
export interface GivenValue {
  readonly value: Json;
  readonly at: TreeLocation;
  readonly authors: Authors;
}

/** The first mistake of an update: where the values do not fit each other, and why. */
export interface Misfit {
  readonly reason: string;
  /** The path in the given value. */
  readonly given: Path;
}

/** Why a value cannot update another one; `undefined` if it can. An array is updated by the items of an array, or by one other value. */
export function misfitOf(target: Json, given: Json): Misfit | undefined {
  return isArray(target) ? undefined : misfitInside(target, given);
}

function misfitInside(target: Json, given: Json): Misfit | undefined {
  if (isArray(target) && isArray(given)) return undefined;
  if (!isObject(target) || !isObject(given)) return isPrimitive(target) && isPrimitive(given) ? undefined : unequal(target, given);
  for (const [name, each] of Object.entries(given)) {
    const own = member(target, name);
    const misfit = own === undefined ? undefined : misfitInside(own, each);
    if (misfit !== undefined) return { ...misfit, given: [name, ...misfit.given] };
  }
  return undefined;
}

function unequal(target: Json, given: Json): Misfit {
  return { reason: `${kindOf(given)} cannot be merged with ${kindOf(target)}`, given: [] };
}

function kindOf(value: Json): string {
  return isArray(value) ? "an array" : isObject(value) ? "an object" : value === null ? "null" : `a ${typeof value}`;
}

function isPrimitive(value: Json): boolean {
  return !isArray(value) && !isObject(value);
}

/** Merges a value with the value at a path. Returns why it did not, if the result would be too large. */
export function mergeAt(into: OverlaidData, path: Path, given: GivenValue): string | undefined {
  const target = valueIn(into, path);
  const { value } = given;
  if (isArray(target)) return append(into, path, isArray(value) ? value.map((_, index) => stepInto(given, index)) : [given]);
  if (!isObject(target) || !isObject(value)) return put(into, path, given);
  for (const name of Object.keys(value)) {
    const at = [...path, name];
    const inner = stepInto(given, name);
    const reason = member(target, name) === undefined ? put(into, at, inner) : mergeAt(into, at, inner);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function stepInto({ value, at, authors }: GivenValue, step: string | number): GivenValue & { readonly key: TreeLocation } {
  const byName = { tree: at.tree, path: [...at.path, step] };
  const authored = authors.get(value)?.get(String(step));
  const inner = isArray(value) ? value[Number(step)] : member(value, String(step));
  return { value: inner ?? null, at: authored?.value ?? byName, authors, key: authored?.key ?? byName };
}

function append(into: OverlaidData, path: Path, items: readonly GivenValue[]): string | undefined {
  for (const item of items) {
    const container = ownAt(into, path);
    const reason = put(into, [...path, Array.isArray(container) ? container.length : 0], item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Writes a value at a path, where there may be none yet. Returns why it did not, if the result would be too large. */
function put(into: OverlaidData, path: Path, { value, at, key }: GivenValue & { readonly key?: TreeLocation }): string | undefined {
  const reason = tooLarge(into, path, value);
  if (reason !== undefined) return reason;
  const step = path.at(-1);
  if (step === undefined) throw new Error("The root of a document is an object.");
  const container = ownAt(into, path.slice(0, -1));
  const authors = into.authors.get(container) ?? new Map<string, Authored>();
  into.authors.set(container, authors);
  const isNew = !Object.hasOwn(container, step);
  authors.set(String(step), { value: at, key: isNew ? key : authors.get(String(step))?.key });
  setMember(container, step, value);
  return undefined;
}

function tooLarge(into: OverlaidData, path: Path, value: Json): string | undefined {
  const open: [Json, number][] = [[value, path.length]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [each, depth] = next;
    into.insertions -= 1;
    if (into.insertions < 0) return "the overlays insert too many values";
    if (typeof each !== "object" || each === null) continue;
    if (depth >= maxDepth) return "the result would be nested too deeply";
    for (const inner of Object.values(each)) open.push([inner, depth + 1]);
  }
  return undefined;
}

/** Removes the values at paths. None of them is the root. */
export function removeAll(from: OverlaidData, paths: readonly Path[]): void {
  const byContainer = new Map<string, { readonly outer: Path; readonly steps: Set<string> }>();
  for (const path of paths) {
    const outer = path.slice(0, -1);
    const pointer = pointerOf(outer);
    const group = byContainer.get(pointer) ?? { outer, steps: new Set() };
    byContainer.set(pointer, group);
    group.steps.add(String(path.at(-1)));
  }
  // What is inside of a removed value is removed before, while its path is still valid.
  for (const { outer, steps } of [...byContainer.values()].sort((a, b) => b.outer.length - a.outer.length)) removeFrom(from, outer, steps);
}

function removeFrom(from: OverlaidData, path: Path, steps: ReadonlySet<string>): void {
  const container = ownAt(from, path);
  const authors = from.authors.get(container);
  if (!Array.isArray(container)) {
    for (const step of steps) {
      delete container[step];
      authors?.delete(step);
    }
    return;
  }
  const at = locationIn(from, path);
  const kept = container.flatMap((item, index) => {
    if (steps.has(String(index))) return [];
    const value = authors?.get(String(index))?.value ?? { tree: at.tree, path: [...at.path, index] };
    return [{ item, value }];
  });
  container.length = 0;
  for (const { item } of kept) container.push(item);
  // The items after a removed one are no longer where their indices say.
  from.authors.set(container, new Map(kept.map(({ value }, index) => [String(index), { value, key: undefined }])));
}

/** Where the value at a path was written. */
export function locationIn({ document, data, authors }: OverlaidData, path: Path): TreeLocation {
  let value: Json | undefined = data;
  let at: TreeLocation = { tree: document, path: [] };
  for (const step of path) {
    const authored = value === undefined ? undefined : authors.get(value)?.get(String(step));
    at = authored?.value ?? { tree: at.tree, path: [...at.path, step] };
    value = isArray(value) ? value[Number(step)] : member(value, String(step));
  }
  return at;
}

export function valueIn({ document, data }: OverlaidData, path: Path): Json | undefined {
  return valueAt({ ...document, data }, path);
}

/** The object or array at a path, copied if it is not owned, with what contains it. */
function ownAt(into: OverlaidData, path: Path): Container {
  let container = owned(into, into.data);
  into.data = container;
  for (const step of path) {
    const inner = owned(into, memberOf(container, step));
    setMember(container, step, inner);
    container = inner;
  }
  return container;
}

function owned(into: OverlaidData, value: Json | undefined): Container {
  if (value === undefined || value === null || typeof value !== "object") throw new Error("Only objects and arrays have members.");
  // The cast is safe: what is owned is a copy that was made here.
  if (into.owned.has(value)) return value as Container;
  const copy: Container = isArray(value) ? [...value] : { ...value };
  const authors = into.authors.get(value);
  if (authors !== undefined) into.authors.set(copy, new Map(authors));
  into.owned.add(copy);
  return copy;
}

function memberOf(container: Container, step: string | number): Json | undefined {
  return Array.isArray(container) ? container[Number(step)] : member(container, String(step));
}

/** An assignment to `__proto__` would set the prototype in place of a member. */
function setMember(container: Container, step: string | number, value: Json): void {
  Object.defineProperty(container, step, { value, configurable: true, enumerable: true, writable: true });
}
