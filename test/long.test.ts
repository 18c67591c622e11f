import { expect, test } from "vitest";
import { isLong, pairsOf, sampled } from "./long.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each(pairsOf([1, 2, 3, 6, 7], [1, 2, 4, 6, 9]))(
  "a sample of the pairs of %i and %i entries has each entry, in few pairs",
  (rows, columns) => {
    const pairs = pairsOf(upTo(rows), upTo(columns));
    expect(new Set(pairs.map(([row]) => row)).size).toBe(rows);
    expect(new Set(pairs.map(([, column]) => column)).size).toBe(columns);
    expect(pairs).toHaveLength(isLong ? rows * columns : Math.max(rows, columns));
  },
);

test("a sample of random values is a fifth of them, and at least one", () => {
  expect([100, 7, 1].map(sampled)).toEqual(isLong ? [100, 7, 1] : [20, 2, 1]);
});
