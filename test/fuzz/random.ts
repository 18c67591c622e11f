import { randomOf } from "../schema/values.ts";

/** Choices that are the same for the same seed. */
export interface Random {
  /** True in this share of cases. */
  readonly chance: (share: number) => boolean;
  /** 0 to `count - 1`. */
  readonly below: (count: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
}

export function createRandom(seed: number): Random {
  const next = randomOf(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    chance: (share) => next() < share,
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error("There must be something to choose from.");
      return items[below(items.length)]!; // `below` gives an index of the list.
    },
  };
}
