import fc from "fast-check";
import { expect, test } from "vitest";
import { modelDescription, modelSchema } from "../../../src/runtime/projection/model-view.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { randomOf, valueFor } from "../../schema/values.ts";
import { schemas } from "./schemas.ts";

const address = {
  type: "object",
  properties: { street: { type: "string", description: "The street. With its number." }, city: { type: "string" } },
  required: ["city"],
};
const compact = (schema: object, depth: number) => modelSchema({ ...schema }, { detail: "compact", depth });

test("an object below the shown depth is described by the names of its members", () => {
  const schema = {
    type: "object",
    properties: { to: { ...address, description: "Where to. Not a post box." }, all: { type: "array", items: address } },
  };
  expect(compact(schema, 1)).toEqual({
    type: "object",
    properties: {
      to: { type: "object", description: "Where to. Not a post box. Members: street, city (required)." },
      all: { type: "array", items: { type: "object", description: "Members: street, city (required)." } },
    },
  });
  expect(compact(schema, 2)).toMatchObject({
    properties: { to: { properties: { street: { description: "The street. With its number." } } } },
  });
});

test("a shared schema is as deep as its reference next to the root allows, or omitted without a shown reference", () => {
  const schema = {
    type: "object",
    properties: {
      near: { $ref: "#/$defs/A" },
      far: { type: "object", properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/B" } } },
    },
    $defs: { A: address, B: { ...address, description: "Only far away from the root." } },
  };
  expect(compact(schema, 2)).toEqual({
    type: "object",
    properties: {
      near: { $ref: "#/$defs/A" },
      far: {
        type: "object",
        properties: { a: { $ref: "#/$defs/A" }, b: { type: "object", description: "Members: street, city (required)." } },
      },
    },
    $defs: { A: address },
  });
});

test("alternatives of objects are shown as one object with all members, and other alternatives stay", () => {
  const [a, b] = [
    { type: "object", properties: { a: true }, required: ["a"] },
    { type: "object", properties: { b: true } },
  ];
  const schema = { type: "object", properties: { of: { anyOf: [a, b, { type: "null" }] }, or: { oneOf: [{ type: "string" }, a] } } };
  expect(compact(schema, 1)).toEqual({
    type: "object",
    properties: {
      of: { type: ["object", "null"], description: "Members: a, b." },
      or: { oneOf: [{ type: "string" }, { type: "object", description: "Members: a (required)." }] },
    },
  });
});

test("lengths and patterns are omitted from a compact schema unless it would then reject values", () => {
  const text = { type: "string", pattern: "^a", maxLength: 3 };
  const schema = { type: "object", properties: { a: text, b: { not: text }, c: { oneOf: [text, { type: "string", minLength: 9 }] } } };
  expect(compact(schema, 3)).toEqual({ type: "object", properties: { ...schema.properties, a: { type: "string" } } });
});

test("a compact schema omits examples, and titles beside descriptions", () => {
  const text = { type: "string", title: "A text", description: "What it is.", examples: ["ab"] };
  const shown = { type: "string", description: "What it is." };
  const titled = { type: "object", title: "One of both" };
  const schema = { type: "object", properties: { a: text, c: { oneOf: [text, titled] } } };
  expect(compact(schema, 3)).toEqual({ type: "object", properties: { a: shown, c: { oneOf: [shown, titled] } } });
});

test("the detail `index` accepts any object, with a description of at most 160 characters", () => {
  expect(modelSchema(address, { detail: "index" })).toEqual({ type: "object" });
  expect(modelDescription("Lists orders.\n\nAll of them.", { detail: "index" })).toBe("Lists orders.");
  const long = modelDescription("word ".repeat(100), { detail: "index" });
  expect(long).toMatch(/word…$/);
  expect(long.length).toBeLessThanOrEqual(161);
});

test("a compact schema accepts what the tool accepts", () => {
  let tried = 0;
  fc.assert(
    fc.property(schemas, fc.integer(), fc.integer({ min: 1, max: 3 }), (schema, seed, depth) => {
      // Of alternatives of which exactly one may match, two may match once they are only described.
      if (JSON.stringify(schema).includes('"oneOf"')) return;
      const random = randomOf(seed);
      const shown = compact(schema, depth);
      for (let count = 0; count < 5; count++) {
        const value = valueFor(schema as Json, (reference) => definition(schema, reference), random);
        if (createValidator(schema, "annotations")(value).length > 0) continue;
        tried++;
        expect(createValidator(shown, "annotations")(value), JSON.stringify({ schema, shown, value })).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
  expect(tried).toBeGreaterThan(200);
});

function definition({ $defs }: { readonly [keyword: string]: unknown }, reference: string): Json | undefined {
  return Reflect.get(Object($defs), reference.slice("#/$defs/".length));
}
