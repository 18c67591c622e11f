import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/source/json/json.ts";
import { covers } from "./cases.ts";

// Each pair exceeds a limit of the search for a value that `narrow` accepts and `wide` rejects. There is such a value, so a search that
// ends without it must not count as a proof.
const strings = (count: number, at: number, one: JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_each, index) => (index === at ? one : { type: "string" }));
const nested = (levels: number, leaf: JsonObject): JsonObject =>
  levels === 0 ? leaf : { type: "object", properties: { a: nested(levels - 1, leaf) }, required: ["a"] };
const numbers = Array.from({ length: 10_000 }, (_each, index) => index);
const words = Array.from({ length: 128 }, (_each, index) => index.toString(2).padStart(7, "0").replaceAll("0", "a").replaceAll("1", "b"));

const pairs: readonly (readonly [limit: string, wide: JsonObject, narrow: JsonObject])[] = [
  [
    "items",
    { type: "array", prefixItems: strings(205, 203, { type: "string", maxLength: 5 }) },
    { type: "array", minItems: 195, prefixItems: strings(205, -1, {}) },
  ],
  ["requirements of items", { maxItems: 5 }, { type: "array", allOf: [1, 2, 3, 4, 5, 6].map((value) => ({ contains: { const: value } })) }],
  ["excluded strings", { enum: words.filter((word) => word !== "babbaba") }, { type: "string", pattern: "^[ab]{7}$" }],
  ["the length of a string", { maxLength: 25_000 }, { type: "string", minLength: 30_000, pattern: "a" }],
  ["states of two patterns", { type: "string", pattern: "^[ab]*b[ab]{14}$" }, { type: "string", pattern: "^[ab]*a[ab]{14}$" }],
  ["states of a pattern", { type: "string", pattern: "^a{1999}$" }, { type: "string", pattern: "^a{2000}$" }],
  ["candidates for a number", { enum: numbers.filter((each) => each !== 7777) }, { type: "integer", minimum: 0, maximum: 9999 }],
  [
    "patterns of names",
    { patternProperties: Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((each) => [`^x${each}`, false])) },
    { type: "object", additionalProperties: { type: "string" } },
  ],
  ["members", { maxProperties: 70 }, { type: "object", minProperties: 80, additionalProperties: { type: "string" } }],
  ["nested values", nested(100, { type: "string", maxLength: 3 }), nested(100, { type: "string" })],
];

test.each(pairs)("a comparison that reaches the limit of %s proves nothing", (_limit, wide, narrow) => {
  expect(covers(wide, narrow).kind).not.toBe("yes");
});
