import type { Range } from "./source.ts";
import type { Origin } from "./tree.ts";

/** The places of one text that are to be found, laid out like the text, so that one walk finds them all. */
export interface PathTree {
  readonly origins: Origin[];
  readonly children: Map<string, PathTree>;
  location: NodeLocation | undefined;
}

export interface NodeLocation {
  readonly value: Range;
  readonly key: Range;
  /** Whether it stands between brackets, where fewer characters can be written without quotes. */
  readonly inFlow: boolean;
  /** Whether it is the place itself, and not only of what holds it. */
  readonly isExact: boolean;
}

/** Lays out the origins, all of one tree, by their paths. */
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

/** What was found of every origin, or else of the smallest thing around it that was found. */
export function* locationsOf(
  { origins, children, location }: PathTree,
  around?: NodeLocation,
): Generator<[Origin, NodeLocation | undefined]> {
  const nearest = location ?? (around && { ...around, isExact: false });
  for (const origin of origins) yield [origin, nearest];
  for (const child of children.values()) yield* locationsOf(child, nearest);
}
