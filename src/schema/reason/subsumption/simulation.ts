import type { Budget } from "../budget.ts";
import type { SchemaReader } from "./normal-schema.ts";
import type { Obligation } from "./obligation.ts";
import { obligationsOf } from "./obligations.ts";

/** A comparison of schemas by the pairs of their subschemas, without a search for values. */
export interface Simulation {
  /**
   * Infinity if `wide` provably accepts all values that `narrow` accepts. Otherwise, how many levels below these schemas the nearest pair of
   * subschemas is for which this is not obvious. The number guides the search for a value.
   */
  readonly distanceOf: (obligation: Obligation) => number;
}

interface Pair extends Obligation {
  /** The pairs whose proofs need this pair. */
  readonly parents: Pair[];
  /** `undefined` until all pairs that this pair needs are known. */
  distance: number | undefined;
}

/**
 * Each pair of schemas is considered once for all searches, whatever the number of places that lead to it. The proof is coinductive: a pair
 * holds unless some pair that it needs, directly or indirectly, has no rule. This is sound, because each value has a finite depth.
 */
export function createSimulation(reader: SchemaReader, budget: Budget): Simulation {
  const pairs = new Map<string, Pair>();
  return {
    distanceOf: (obligation) => {
      if (isObvious(obligation)) return Number.POSITIVE_INFINITY;
      return pairs.get(keyOf(obligation))?.distance ?? settle(obligation);
    },
  };

  function isObvious({ wide, narrow }: Obligation): boolean {
    return wide === narrow || wide === reader.always || narrow === reader.never;
  }

  /** Finds the distances of a pair and of all pairs that it needs. */
  function settle(obligation: Obligation): number {
    const first: Pair = { ...obligation, parents: [], distance: undefined };
    pairs.set(keyOf(first), first);
    const added = [first];
    /** By distance, the pairs that have at most this distance. */
    const refuted = new Map<number, Pair[]>();
    for (const pair of added) {
      const needed = budget.spend() ? obligationsOf(pair, reader) : undefined;
      if (needed === undefined) refute(pair, 0);
      else for (const each of needed) if (!isObvious(each)) need(pair, each);
    }
    for (let distance = 0; distance <= Math.max(-1, ...refuted.keys()); distance++)
      for (const pair of refuted.get(distance) ?? []) {
        if (pair.distance !== undefined) continue;
        pair.distance = distance;
        for (const parent of pair.parents) refute(parent, distance + 1);
      }
    for (const pair of added) pair.distance ??= Number.POSITIVE_INFINITY;
    return first.distance ?? 0;

    function need(parent: Pair, each: Obligation): void {
      budget.spend();
      const key = keyOf(each);
      const child = pairs.get(key) ?? { ...each, parents: [], distance: undefined };
      if (!pairs.has(key)) {
        pairs.set(key, child);
        added.push(child);
      }
      if (child.distance === undefined) child.parents.push(parent);
      else if (child.distance < Number.POSITIVE_INFINITY) refute(parent, child.distance + 1);
    }

    function refute(pair: Pair, distance: number): void {
      const atDistance = refuted.get(distance);
      if (atDistance === undefined) refuted.set(distance, [pair]);
      else atDistance.push(pair);
    }
  }
}

function keyOf({ wide, narrow, waives }: Obligation): string {
  return `${wide.id}|${narrow.id}|${waives}`;
}
