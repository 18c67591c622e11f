import { expect, test } from "vitest";
import { reproductionOf, seedOf } from "./daily-seed.ts";

test("each day has a seed of its own, in UTC", () => {
  expect(seedOf(undefined, new Date("2026-11-23T23:59:59Z"))).toBe(20261123);
  expect(seedOf(undefined, new Date("2026-11-24T00:00:00Z"))).toBe(20261124);
});

test("FUZZ_SEED overrides the day", () => {
  expect(seedOf("20", new Date("2026-11-23T12:00:00Z"))).toBe(20);
});

test("the command that repeats a case reads the same documents as the run that found it", () => {
  const found = { seed: 20261123, number: 422 };
  expect(reproductionOf(found, { hasCorpus: false })).toBe("FUZZ_SEED=20261123 FUZZ_CASE=422 npx vitest run test/fuzz/fuzz.test.ts");
  expect(reproductionOf(found, { hasCorpus: true })).toBe("FUZZ_SEED=20261123 FUZZ_CASE=422 npm run test:fuzz");
});
