import { type Origin, originOfValue, type Path, pointerOf, type Tree } from "../../source/tree.ts";

/** The invalid values of a schema that has none. */
export const sound: readonly Origin[] = [];

/**
 * The maximum number of invalid keyword values that are collected for a schema. One value is enough to omit an operation, and other checks
 * report all invalid values.
 */
const maxBroken = 1_000;

/**
 * The distinct items of all lists. If only one list has items, it is returned itself, to save memory when an invalid value affects
 * thousands of schemas.
 */
export function originsIn(lists: readonly (readonly Origin[])[]): readonly Origin[] {
  const distinct = [...new Set(lists.filter((list) => list.length > 0))];
  const [only = sound] = distinct;
  if (distinct.length < 2 && only.length <= maxBroken) return only;
  return [...new Set(distinct.flat())].slice(0, maxBroken);
}

/** The origins of the invalid values of one tree, by JSON Pointer. */
interface InvalidByPointer {
  /** For each pointer, the invalid values at its location or inside it. */
  readonly within: ReadonlyMap<string, readonly Origin[]>;
  readonly exact: ReadonlyMap<string, readonly Origin[]>;
}

export function invalidByPointer(invalidPaths: ReadonlyMap<Tree, readonly Path[]>): Map<Tree, InvalidByPointer> {
  const index = new Map<Tree, InvalidByPointer>();
  for (const [tree, paths] of invalidPaths) {
    const within = new Map<string, Origin[]>();
    const exact = new Map<string, Origin[]>();
    for (const path of paths) {
      const origin = originOfValue(tree, path);
      put(exact, pointerOf(path), origin);
      for (let length = 0; length <= path.length; length++) put(within, pointerOf(path.slice(0, length)), origin);
    }
    index.set(tree, { within, exact });
  }
  return index;
}

function put(map: Map<string, Origin[]>, key: string, origin: Origin): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [origin]);
  else list.push(origin);
}
