import { expect, test } from "vitest";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer } from "../../../src/schema/reason/subsumption/compare.ts";
import { createNarrowingFinder } from "../../../src/schema/reason/subsumption/narrowings/find-narrowings.ts";
import type { JsonObject } from "../../../src/source/json/json.ts";

const below = (maximum: number) => ({ type: "number", exclusiveMaximum: maximum });
const above = (minimum: number) => ({ type: "number", exclusiveMinimum: minimum });
const text = { type: "string", maxLength: 3 };

/** The alternatives of `narrow`, by their values that `wide` refuses, and the steps that it takes to find them. */
function refused(wide: JsonObject, narrow: JsonObject) {
  const budget = createBudget();
  const shared = { former: new Map(), next: new Map() };
  const comparer = createComparer(shared, { formats: new Set(), same: new Set(), budget });
  const find = createNarrowingFinder(comparer, "none");
  const before = budget.left();
  const { found } = find(comparer.read(wide, "next"), comparer.read(narrow, "former"));
  return { values: found.map(({ value }) => typeof value), steps: before - budget.left() };
}

test("an alternative of oneOf is no narrowing if only values that another one accepts too are refused", () => {
  // From 5 to 10, both alternatives for numbers accept a value, so it is not valid.
  const narrow = { oneOf: [below(10), above(5), text] };
  expect(refused({ anyOf: [below(6), above(9)] }, narrow).values).toEqual(["string"]);
});

test("an alternative of oneOf is a narrowing if a value is refused that no other one accepts", () => {
  const narrow = { oneOf: [below(10), above(5), text] };
  expect(refused({ anyOf: [below(1), above(9)] }, narrow).values.sort()).toEqual(["number", "string"]);
});

test("a value that is known to be refused decides, without a search among all alternatives", () => {
  const kinds = Array.from({ length: 40 }, (_, index) => `kind${index}`);
  const union = (more: JsonObject) => ({
    oneOf: kinds.map((kind, index) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: [kind] }, ...(index % 4 === 0 ? { amount: { type: "object", properties: more } } : {}) },
    })),
  });
  const { values, steps } = refused(union({ value: { type: "string" } }), union({ value: { type: ["string", "number"] } }));
  expect(values).toEqual(["number"]);
  // About 100,000; with such a search, 360,000.
  expect(steps).toBeLessThan(200_000);
});
