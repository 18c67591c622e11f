import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/source/json/json.ts";
import { covers, type Whole } from "./cases.ts";

// By what is compared: a wide schema, a narrow one, and whether the narrow one accepts all of the wide one too.
const cases: readonly (readonly [what: string, wide: Whole, narrow: Whole, back: "yes" | "no" | "undecided"])[] = [
  ["anything", true, { type: "string" }, "no"],
  ["nothing", { type: "string" }, false, "no"],
  ["types", { type: ["string", "null"] }, { type: "string" }, "no"],
  ["integers are numbers", { type: "number" }, { type: "integer" }, "no"],
  ["lists of values", { enum: ["a", "b"] }, { const: "a" }, "no"],
  ["values of a type", { type: "string" }, { enum: ["a", "b"] }, "no"],
  ["all values of a type", { type: "boolean" }, { enum: [true, false] }, "yes"],
  ["bounds", { minimum: 1 }, { minimum: 2 }, "no"],
  ["exclusive bounds", { type: "integer", exclusiveMinimum: 1 }, { type: "integer", minimum: 2 }, "yes"],
  ["an empty range", { type: "string" }, { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, "no"],
  ["multiples", { type: "integer", multipleOf: 2 }, { type: "integer", multipleOf: 6 }, "no"],
  ["multiples of fractions", { multipleOf: 0.1 }, { multipleOf: 0.5 }, "no"],
  ["lengths", { type: "string", maxLength: 5 }, { type: "string", maxLength: 4 }, "no"],
  ["patterns", { type: "string", pattern: "^[a-z]+$" }, { type: "string", pattern: "^[a-c]{1,3}$" }, "no"],
  ["a pattern and values", { type: "string", pattern: "^(?:a|b)$" }, { enum: ["a", "b"] }, "yes"],
  ["a pattern and a length", { type: "string", minLength: 1 }, { type: "string", pattern: "." }, "no"],
  ["formats", { type: "string" }, { type: "string", format: "date" }, "no"],
  ["required members", { type: "object" }, { type: "object", required: ["a"] }, "no"],
  ["members", { properties: { a: { type: ["string", "null"] } } }, { properties: { a: { type: "string" } } }, "no"],
  ["closed objects", { type: "object" }, { type: "object", additionalProperties: false }, "no"],
  [
    "members of a closed object",
    { additionalProperties: { type: "string" } },
    { properties: { a: { type: "string" } }, additionalProperties: false },
    "no",
  ],
  ["patterns of names", { patternProperties: { "^x-": { type: "string" } } }, { additionalProperties: { type: "string" } }, "no"],
  ["numbers of members", { minProperties: 1 }, { required: ["a"] }, "no"],
  ["names", { propertyNames: { maxLength: 3 } }, { properties: { a: true, b: true }, additionalProperties: false }, "no"],
  ["dependent members", { dependentRequired: { a: ["b"] } }, { required: ["b"] }, "no"],
  ["dependent schemas", { dependentSchemas: { a: { required: ["b"] } } }, { dependentRequired: { a: ["b"] } }, "yes"],
  ["items", { items: { type: "number" } }, { items: { type: "integer" } }, "no"],
  ["first items", { type: "array", prefixItems: [{ type: "string" }] }, { type: "array", items: { type: "string" } }, "no"],
  [
    "the most items that match",
    { contains: { type: "string" }, minContains: 0, maxContains: 2 },
    { type: "array", items: { type: "string" }, maxItems: 2 },
    "no",
  ],
  ["numbers of items", { type: "array", maxItems: 3 }, { type: "array", prefixItems: [true, true], items: false }, "no"],
  ["contained items", { contains: { type: "string" } }, { type: "array", prefixItems: [{ const: "a" }], minItems: 1 }, "no"],
  ["unique items", { type: "array" }, { type: "array", uniqueItems: true }, "no"],
  ["at most one item is unique", { type: "array", uniqueItems: true }, { type: "array", maxItems: 1 }, "no"],
  ["alternatives", { anyOf: [{ type: "string" }, { type: "number" }] }, { anyOf: [{ type: "number" }] }, "no"],
  ["alternatives and types", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["string", "null"] }, "yes"],
  [
    "an alternative that is a reference to anything",
    { anyOf: [{ $ref: "#/$defs/Any" }, { type: "string" }], $defs: { Any: {} } },
    { anyOf: [{ $ref: "#/$defs/Any" }, { type: "string" }], $defs: { Any: { maximum: 2 } } },
    "no",
  ],
  ["alternatives that overlap", { oneOf: [{ minimum: 1 }, { maximum: -1 }] }, { type: "integer", minimum: 1 }, "no"],
  [
    "several parts",
    { type: "object", required: ["a", "b"] },
    { allOf: [{ type: "object" }, { required: ["a"] }, { required: ["b"] }] },
    "yes",
  ],
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  ["conditions", { type: "integer" }, { type: "integer", if: { minimum: 0 }, then: { maximum: 9 }, else: { minimum: -9 } }, "no"],
  [
    "conditions and alternatives",
    { anyOf: [{ minimum: 0, maximum: 9 }, { exclusiveMaximum: 0, minimum: -9 }, { not: { type: "number" } }] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    { if: { minimum: 0 }, then: { maximum: 9 }, else: { minimum: -9 } },
    "yes",
  ],
  ["not", { not: { type: "string" } }, { type: "number" }, "no"],
  ["not an open member", { not: { required: ["a"] } }, { type: "object", properties: { b: true }, additionalProperties: false }, "no"],
  [
    "unevaluated members",
    { type: "object", allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
    { type: "object", properties: { a: true, b: true }, additionalProperties: false },
    "yes",
  ],
  [
    "a union by its kinds",
    {
      oneOf: [
        { properties: { kind: { const: "a" }, x: { type: "string" } }, required: ["kind"] },
        { properties: { kind: { const: "b" } }, required: ["kind"] },
      ],
    },
    { type: "object", properties: { kind: { enum: ["a", "b"] }, x: { type: "string" } }, required: ["kind"] },
    "no",
  ],
  [
    "references",
    { $ref: "#/$defs/Node", $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } } },
    {
      $ref: "#/$defs/List",
      $defs: { List: { type: "object", properties: { next: { type: "object", properties: { next: { $ref: "#/$defs/List" } } } } } },
    },
    "yes",
  ],
  [
    "a cycle that narrows",
    { $ref: "#/$defs/Tree", $defs: { Tree: { properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } } } } },
    {
      $ref: "#/$defs/Tree",
      $defs: { Tree: { properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" }, maxItems: 1 } } } },
    },
    "no",
  ],
];

describe.each(cases)("in the case of %s", (_what, wide, narrow, back) => {
  test("the wide schema accepts all that the narrow one accepts", () => {
    expect(covers(wide, narrow)).toEqual({ kind: "yes" });
  });

  test("it is known whether the narrow schema accepts all that the wide one accepts", () => {
    expect(covers(narrow, wide).kind).toBe(back);
  });
});

test("a comparison of two schemas shows a value that is no longer accepted", () => {
  const old = { type: "object", properties: { status: { enum: ["open", "closed"] } }, required: ["status"] };
  expect(covers({ ...old, properties: { status: { enum: ["open"] } } }, old)).toEqual({ kind: "no", value: { status: "closed" } });
});

test("a comparison of two schemas that cannot be decided says so", () => {
  expect(covers({ type: "string", pattern: "^(?=a)" }, { type: "string", pattern: "^a" })).toEqual({ kind: "undecided" });
});

// The limit is the test's own: the number of repetitions is beyond any loop.
test("patterns that repeat an empty match are compared in bounded time", () => {
  const pattern = "^a(?:(?:){1000000000}){1000000000}$";
  expect(covers({ type: "string", const: "a" }, { type: "string", pattern })).toEqual({ kind: "yes" });
});

describe("schemas of which each refers to the next one twice are handled in bounded time", () => {
  const ref = (index: number) => ({ $ref: `#/$defs/S${index}` });
  const chain = (link: (index: number) => JsonObject, last: JsonObject) =>
    Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`S${index}`, index < 40 ? link(index) : last]));

  test("when a value is validated", () => {
    const link = (index: number) => ({
      anyOf: [
        { ...ref(index + 1), minLength: 50 + index },
        { ...ref(index + 1), minLength: 3 + index },
      ],
    });
    const wide = { ...ref(0), $defs: chain(link, { minLength: 2 }) };
    expect(covers(wide, { type: "string", minLength: 4 })).toEqual({ kind: "no", value: "aaaa" });
  });

  test("when evaluated members are collected", () => {
    const link = (index: number) => ({ allOf: [ref(index + 1), ref(index + 1)] });
    const wide = { ...ref(0), unevaluatedProperties: false, $defs: chain(link, { properties: { a: true } }) };
    expect(covers(wide, { type: "object", properties: { b: true } })).toEqual({ kind: "undecided" });
  });
});
