import type { Range } from "./source.ts";
import type { Origin } from "./tree.ts";

/** The requested paths of one text as a tree, so that one pass locates all of them. */
export interface PathTree {
  readonly origins: Origin[];
  readonly children: Map<string, PathTree>;
  location: NodeLocation | undefined;
}

/** The ranges of a value and its key in a text. */
export interface NodeLocation {
  readonly value: Range;
  readonly key: Range;
  /** Whether the value is inside brackets (flow style of YAML), where fewer characters are allowed without quotes. */
  readonly inFlow: boolean;
  /** Whether it is the location of the value itself instead of a value around it. */
  readonly isExact: boolean;
}

/** Builds a tree of the paths of origins, which all belong to one tree. */
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

/** The location of every origin. For an origin that was not found, this is the location of the innermost value around it. */
export function* locationsOf(
  { origins, children, location }: PathTree,
  around?: NodeLocation,
): Generator<[Origin, NodeLocation | undefined]> {
  const nearest = location ?? (around && { ...around, isExact: false });
  for (const origin of origins) yield [origin, nearest];
  for (const child of children.values()) yield* locationsOf(child, nearest);
}
