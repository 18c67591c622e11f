import type { Range } from "./source.ts";
import type { Origin } from "./tree.ts";

/** The places of one text that are to be found, laid out like the text, so that one walk finds them all. */
export interface Wanted {
  readonly origins: Origin[];
  readonly children: Map<string, Wanted>;
  found: Found | undefined;
}

export interface Found {
  readonly value: Range;
  readonly key: Range;
  /** Whether it stands between brackets, where fewer characters can be written without quotes. */
  readonly inFlow: boolean;
  /** Whether it is the place itself, and not only of what holds it. */
  readonly isExact: boolean;
}

/** Lays out the origins, all of one tree, by their paths. */
export function want(origins: readonly Origin[]): Wanted {
  const root = emptyWanted();
  for (const origin of origins) {
    let place = root;
    for (const step of origin.path) {
      const name = String(step);
      let child = place.children.get(name);
      if (child === undefined) {
        child = emptyWanted();
        place.children.set(name, child);
      }
      place = child;
    }
    place.origins.push(origin);
  }
  return root;
}

function emptyWanted(): Wanted {
  return { origins: [], children: new Map(), found: undefined };
}

/** What was found of every origin, or else of the smallest thing around it that was found. */
export function* foundOrigins({ origins, children, found }: Wanted, around?: Found): Generator<[Origin, Found | undefined]> {
  const nearest = found ?? (around && { ...around, isExact: false });
  for (const origin of origins) yield [origin, nearest];
  for (const child of children.values()) yield* foundOrigins(child, nearest);
}
