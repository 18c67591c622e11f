import type { Range } from "./source.ts";
import type { Origin } from "./tree.ts";

/** The requested paths of one text as a tree, so that one pass locates all paths. */
export interface PathTree {
  readonly origins: Origin[];
  readonly children: Map<string, PathTree>;
  location: NodeLocation | undefined;
}

/** The range of a value and the range of its key in a text. For a value without a key, both are the range of the value. */
export interface NodeLocation {
  readonly value: Range;
  readonly key: Range;
  /** Whether the value is inside brackets (flow style of YAML), where fewer characters are allowed without quotes. Always true in JSON. */
  readonly inFlow: boolean;
  /** Whether this is the location of the requested value, not of a value that contains it. */
  readonly isExact: boolean;
}

/** Builds the path tree of origins that all belong to one tree. */
export function buildPathTree(origins: readonly Origin[]): PathTree {
  const root = emptyPathTree();
  for (const origin of origins) {
    let place = root;
    for (const step of origin.path) {
      const name = String(step);
      let child = place.children.get(name);
      if (child === undefined) {
        child = emptyPathTree();
        place.children.set(name, child);
      }
      place = child;
    }
    place.origins.push(origin);
  }
  return root;
}

function emptyPathTree(): PathTree {
  return { origins: [], children: new Map(), location: undefined };
}

/** The location of every origin. If an origin was not located, the location of the innermost located value around it is used. */
export function* locationsOf(
  { origins, children, location }: PathTree,
  around?: NodeLocation,
): Generator<[Origin, NodeLocation | undefined]> {
  const nearest = location ?? (around && { ...around, isExact: false });
  for (const origin of origins) yield [origin, nearest];
  for (const child of children.values()) yield* locationsOf(child, nearest);
}
