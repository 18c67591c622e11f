import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createValidator } from "../../src/runtime/schema/validate.ts";
import { createBudget } from "../../src/schema/reason/budget.ts";
import { createImpossibleFinder } from "../../src/schema/reason/find-impossible.ts";
import { createImpossiblePartFinder } from "../../src/schema/reason/find-impossible-parts.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import type { Json, JsonSchema } from "../../src/source/json/json.ts";
import { sampled } from "../long.ts";
import { libraryOfSchemas } from "./collect.ts";
import { mutated, randomOf, valueFor } from "./values.ts";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What is found in `Root`, beside what else it may refer to. */
function find(root: Json, others: { readonly [name: string]: Json } = {}) {
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: root, ...others });
  const { schema, uses } = library.convert(at("Root"), "input");
  const shared = library.shared(uses);
  const impossible = createImpossibleFinder(shared, createReasoning()).find(schema);
  return { impossible, schema: schema.json, shared };
}

/** What is found in parts of `Root`. */
function findParts(root: Json, others: { readonly [name: string]: Json }, reasoning = createReasoning()) {
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: root, ...others });
  const { schema, uses } = library.convert(at("Root"), "input");
  return createImpossiblePartFinder(createImpossibleFinder(library.shared(uses), reasoning), reasoning)(schema);
}

const needs = (schema: Json, more: object = {}): Json => ({ type: "object", properties: { a: schema }, required: ["a"], ...more });

describe("a schema that accepts no value", () => {
  test.each<[Json, string, string]>([
    [needs({ type: "integer", minimum: 10, maximum: 5 }), "a value must be at least 10 and at most 5", "properties/a/minimum"],
    [
      needs({ type: "integer", exclusiveMinimum: 4, exclusiveMaximum: 5 }),
      "a value must be above 4 and below 5",
      "properties/a/exclusiveMinimum",
    ],
    [needs({ ...text, minLength: 3, maxLength: 2 }), "a value must have at least 3 and at most 2 characters", "properties/a/minLength"],
    [needs({ type: "array", items: false, minItems: 1 }), "the schema accepts no value", "properties/a/items"],
    [
      needs({ type: "array", items: {}, minItems: 5, maxItems: 1 }),
      "a value must have at least 5 and at most 1 items",
      "properties/a/minItems",
    ],
    [{ type: "object", minProperties: 2, maxProperties: 1 }, "a value must have at least 2 and at most 1 members", "minProperties"],
    [
      needs({ allOf: [text, { type: "integer" }] }),
      'a value must have the type "string" and also the type "integer"',
      "properties/a/allOf/1/type",
    ],
    [needs({ allOf: [{ enum: ["a"] }, { enum: ["b"] }] }), "no value of `enum` satisfies all other keywords", "properties/a/allOf/1/enum"],
    [{ type: "object", required: ["a"], additionalProperties: false }, 'the member "a" is required but not allowed', "required"],
    [
      needs({
        allOf: [{ anyOf: [text, { type: "array", items: {} }] }, { anyOf: [text, { type: "integer" }] }, { type: "array", items: {} }],
      }),
      'no alternative of `anyOf` accepts a value; for the first alternative, a value must have the type "array" and also the type "string"',
      "properties/a/allOf/1/anyOf",
    ],
    [
      { type: "object", additionalProperties: false, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      'no alternative of `oneOf` accepts a value; for the first alternative, the member "a" is required but not allowed',
      "oneOf",
    ],
    [
      {
        allOf: [
          { type: "object", additionalProperties: false, properties: { b: {} } },
          { type: "object", required: ["a"] },
        ],
      },
      'the member "a" is required but not allowed',
      "allOf/1/required",
    ],
    [needs(ref("Root")), "a value must contain a value of the same schema, without end", "properties/a"],
    [needs({ not: {} }), "the schema accepts no value", "properties/a"],
  ])("is reported with the reason: %j: %s", (schema, why, path) => {
    const { impossible } = find(schema);
    expect([impossible?.why, impossible?.origin.path.slice(3 - 1).join("/")]).toEqual([
      why,
      ["Root", path].filter((step) => step !== "").join("/"),
    ]);
  });

  test.each<[string, Json]>([
    ["an optional member", { type: "object", properties: { a: { type: "integer", minimum: 10, maximum: 5 } } }],
    ["an empty list", needs({ type: "array", items: false })],
    ["null, where it is allowed", needs({ type: ["integer", "null"], minimum: 10, maximum: 5 })],
    ["bounds of another type", needs({ ...text, minimum: 10, maximum: 5 })],
    ["a whole number", needs({ type: "integer", minimum: 4.5, maximum: 5 })],
    ["a number between", needs({ type: "number", exclusiveMinimum: 4, exclusiveMaximum: 5 })],
    ["a list of its own kind", needs({ type: "array", items: ref("Root") })],
    ["an alternative that ends", needs({ anyOf: [ref("Root"), text] })],
    ["one alternative of two", { type: "object", additionalProperties: false, anyOf: [{ required: ["a"] }, {}] }],
    ["a member of a pattern", { type: "object", patternProperties: { "^a": text }, required: ["a"], additionalProperties: false }],
    ["no type at all", needs({ minimum: 10, maximum: 5 })],
    ["integers among numbers", needs({ allOf: [{ type: "number" }, { type: "integer" }] })],
  ])("is not reported for %s", (_name, schema) => {
    expect(find(schema).impossible).toBeUndefined();
  });
});

describe("a part of a schema that accepts no value, while a value without the part is valid,", () => {
  const never: Json = { type: "object", required: ["b"], additionalProperties: false };
  const refused = 'the member "b" is required but not allowed';
  const optional = (schema: Json): Json => ({ type: "object", properties: { a: schema } });

  test.each<[string, Json, object, string, string]>([
    ["an optional member", optional(never), { kind: "member", name: "a" }, refused, "properties/a/required"],
    ["a shared schema of an optional member", optional(ref("Never")), { kind: "member", name: "a" }, refused, "required"],
    [
      "the items of an array",
      optional({ type: "array", items: never }),
      { kind: "items", of: "a" },
      refused,
      "properties/a/items/required",
    ],
    [
      "members without names",
      optional({ type: "object", additionalProperties: never }),
      { kind: "other-members", of: "a" },
      refused,
      "properties/a/additionalProperties/required",
    ],
    [
      "an alternative",
      optional({ oneOf: [text, never] }),
      { kind: "alternative", of: "a", keyword: "oneOf", index: 1 },
      refused,
      "properties/a/oneOf/1/required",
    ],
    [
      "an alternative that the schema around it refuses",
      { type: "object", properties: { a: text }, additionalProperties: false, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { kind: "alternative", of: "", keyword: "anyOf", index: 1 },
      refused,
      "anyOf/1/required",
    ],
    [
      "a member that two schemas declare differently",
      { allOf: [optional(text), optional({ type: "integer" })] },
      { kind: "member", name: "a" },
      'a value must have the type "string" and also the type "integer"',
      "allOf/1/properties/a/type",
    ],
    [
      "a part of a required member",
      needs({ type: "object", properties: { inner: never } }),
      { kind: "member", name: "inner" },
      refused,
      "properties/a/properties/inner/required",
    ],
  ])("is reported for %s", (_name, schema, part, why, path) => {
    const parts = findParts(schema, { Never: never });
    expect(parts.map(({ impossible, ...found }) => [found.part, impossible.why, impossible.origin.path.slice(3).join("/")])).toEqual([
      [part, why, path],
    ]);
  });

  test.each<[string, Json]>([
    ["a whole schema", never],
    ["false, which authors write on purpose", optional(false)],
    ["`not: {}`, for the same reason", optional({ not: {} })],
    ["an alternative that is false", optional({ anyOf: [text, false] })],
    ["the parts of a shared schema, which are found in that schema", needs(ref("Holder"))],
    ["an alternative that a derived schema leaves out", { allOf: [ref("Choice"), { properties: { kind: { const: "one" } } }] }],
    ["a list of its own kind", optional({ type: "array", items: ref("Root") })],
    ["an item that ends with null", optional({ type: "array", items: { anyOf: [{ type: "null" }, ref("Root")] } })],
  ])("is not reported for %s", (_name, schema) => {
    const one = (kind: string): Json => ({ type: "object", required: ["kind"], properties: { kind: { const: kind } } });
    expect(findParts(schema, { Holder: optional(never), Choice: { oneOf: [one("one"), one("two")] } })).toEqual([]);
  });

  test("stays undecided if the steps are used up", () => {
    const reasoning = createReasoning(createBudget(5));
    const members = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}`, text]));
    expect(findParts({ type: "object", properties: { ...members, z: never } }, {}, reasoning)).toEqual([]);
    expect(reasoning.openQuestions()).toMatchObject([{ question: "whether some value matches each part of this schema" }]);
  });

  test("is searched in a long chain of members, and in schemas that repeat themselves", () => {
    const link = (index: number): Json => ({ allOf: [optional(ref(`S${(index + 1) % 500}`)), optional(ref(`S${(index * 7) % 500}`))] });
    const schemas = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`S${index}`, link(index)]));
    expect(findParts(ref("S1"), schemas)).toEqual([]);
    expect(findParts(link(1), schemas)).toEqual([]);
  });
});

/** The other way round nothing is promised: what is not understood is taken for possible. */
test("a schema that is reported as impossible accepts none of the generated values", () => {
  const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ type: fc.constantFrom("string", "integer", "object", "array", "null") }),
      fc.record({ $ref: fc.constantFrom("#/components/schemas/Root", "#/components/schemas/Other") }),
      fc.record({
        type: fc.constantFrom("integer", "number"),
        minimum: fc.integer({ min: 0, max: 3 }),
        exclusiveMaximum: fc.integer({ min: 0, max: 4 }),
      }),
      fc.record({ enum: fc.subarray(["a", "b", 1, null], { minLength: 1 }) }),
      fc.record(
        {
          type: fc.constant("object"),
          properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
          required: fc.subarray(["a", "b"]),
          additionalProperties: fc.boolean(),
        },
        { requiredKeys: ["type", "required"] },
      ),
      fc.record(
        { type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(2), maxItems: fc.nat(2) },
        { requiredKeys: ["type", "items"] },
      ),
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
      fc.record(
        { anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), type: fc.constantFrom("object", "string") },
        { requiredKeys: ["anyOf"] },
      ),
    ) as fc.Arbitrary<Json>, // Records of JSON are JSON.
  }));
  let [said, possible] = [0, 0];
  fc.assert(
    fc.property(schema, schema, fc.nat(), (root, other, seed) => {
      const { impossible, schema: json, shared } = find(root, { Other: other });
      const $defs = Object.fromEntries([...shared].map(([name, each]) => [name, each.json]));
      const validator = createValidator({ ...json, $defs }, "annotations");
      const random = randomOf(seed);
      const follow = (reference: string): JsonSchema | undefined => $defs[reference.slice("#/$defs/".length)];
      const fits = Array.from({ length: 20 }, () => valueFor(json, follow, random)).some((value) =>
        [value, mutated(value, random)].some((each) => validator(each).length === 0),
      );
      expect(fits && impossible !== undefined).toBe(false);
      said += impossible === undefined ? 0 : 1;
      possible += fits ? 1 : 0;
    }),
    { numRuns: sampled(600) },
  );
  expect(said).toBeGreaterThan(sampled(50));
  expect(possible).toBeGreaterThan(sampled(150));
});
