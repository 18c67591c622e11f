import { expect, test } from "vitest";
import { reproductionOf, seedOf } from "./daily-seed.ts";

test("the fuzz test has a seed for each day, in UTC", () => {
  expect(seedOf(undefined, new Date("2026-11-23T23:59:59Z"))).toBe(20261123);
  expect(seedOf(undefined, new Date("2026-11-24T00:00:00Z"))).toBe(20261124);
});

test("the variable FUZZ_SEED replaces the seed of the day", () => {
  expect(seedOf("20", new Date("2026-11-23T12:00:00Z"))).toBe(20);
});

test("the command that repeats a case of the fuzz test reads the same documents", () => {
  const found = { seed: 20261123, number: 422 };
  expect(reproductionOf(found, { hasCorpus: false })).toBe("FUZZ_SEED=20261123 FUZZ_CASE=422 npx vitest run test/fuzz/fuzz.test.ts");
  expect(reproductionOf(found, { hasCorpus: true })).toBe("FUZZ_SEED=20261123 FUZZ_CASE=422 npm run test:fuzz");
});
