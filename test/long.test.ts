import { expect, test } from "vitest";
import { isLong, pairsOf, sampled } from "./long.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each(pairsOf([1, 2, 3, 6, 7], [1, 2, 4, 6, 9]))(
  "the short run of a test has each of %i and %i entries in a few pairs",
  (rows, columns) => {
    const pairs = pairsOf(upTo(rows), upTo(columns));
    expect(new Set(pairs.map(([row]) => row)).size).toBe(rows);
    expect(new Set(pairs.map(([, column]) => column)).size).toBe(columns);
    expect(pairs).toHaveLength(isLong ? rows * columns : Math.max(rows, columns));
  },
);

test("the short run of a test has a fifth of the random values, and at least one", () => {
  expect([100, 7, 1].map(sampled)).toEqual(isLong ? [100, 7, 1] : [20, 2, 1]);
});
