import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/source/json/json.ts";
import { isSameValue, valueKey } from "../../src/source/json/value-key.ts";
import { sampled } from "../long.ts";

/** Values of few members and few names, so that many are equal but for one thing. */
const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(0, -0, 1, "", "a", null, true, false),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "__proto__", "constructor"), tie("value"), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value;

test("two values are the same if their keys are equal, and only then", () => {
  fc.assert(
    fc.property(values, values, (a, b) => isSameValue(a, b) === (valueKey(a) === valueKey(b))),
    { numRuns: sampled(5_000) },
  );
});

test("the order of members does not matter, and that of items does", () => {
  expect(isSameValue({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSameValue({ a: 1, b: [1, 2] }, { a: 1, b: [2, 1] })).toBe(false);
});
