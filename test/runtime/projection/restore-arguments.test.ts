import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRestoreArguments } from "../../../src/runtime/adapters/providers/restore-arguments.ts";
import { project } from "../../../src/runtime/projection/convert/project.ts";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../../src/runtime/projection/limits/provider-limits.ts";
import { projectExamples } from "../../../src/runtime/projection/project-examples.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { sampled } from "../../long.ts";
import { randomOf, valueFor } from "../../schema/values.ts";
import { express } from "./express.ts";
import { schemas } from "./schemas.ts";

const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.

describe.each(names)("for the provider %s", (name) => {
  test("arguments that are valid for the provider's schema become valid for the tool's schema", () => {
    let tried = 0;
    fc.assert(
      fc.property(schemas, fc.integer(), (schema, seed) => {
        const projection = project(schema, name);
        const loses = projection.losses.some(({ effect }) => effect === "described" || effect === "wider");
        if (projection.refusals.length > 0 || loses) return;
        const isValid = createValidator(schema, "annotations");
        const isAnswer = createValidator(projection.schema, "annotations");
        const restoreArguments = createRestoreArguments(projection);
        const random = randomOf(seed);
        for (let count = 0; count < 5; count++) {
          const value = sample(projection.schema, random);
          if (isAnswer(value).length > 0) continue;
          tried++;
          expect(isValid(restoreArguments(value)), JSON.stringify({ value, back: restoreArguments(value) })).toEqual([]);
        }
      }),
      { numRuns: sampled(600) },
    );
    expect(tried).toBeGreaterThan(sampled(300));
  });

  test("arguments that are valid for the tool's schema can be expressed in the provider's, and are restored", () => {
    let tried = 0;
    fc.assert(
      fc.property(schemas, fc.integer(), (schema, seed) => {
        const projection = project(schema, name);
        if (projection.refusals.length > 0 || projection.losses.some(({ effect }) => effect === "narrower")) return;
        const value = sample(onlyRequired(schema), randomOf(seed));
        if ([schema, onlyRequired(schema)].some((each) => createValidator(each, "annotations")(value).length > 0)) return;
        tried++;
        const written = express(projection, value);
        expect(createValidator(projection.schema, "annotations")(written), JSON.stringify({ value, written, projection })).toEqual([]);
        expect(createRestoreArguments(projection)(written)).toEqual(value);
      }),
      { numRuns: sampled(600) },
    );
    expect(tried).toBeGreaterThan(sampled(100));
  });
});

describe.each(names)("for the provider %s, at the root of a schema", (name) => {
  const member = (key: string, type: string) => ({
    type: "object",
    properties: { [key]: { type } },
    required: [key],
    additionalProperties: false,
  });

  test("a union becomes the only member of an object, and is restored from it", () => {
    const projection = project({ type: "object", anyOf: [member("a", "string"), member("b", "integer")] }, name);
    expect(projection.schema).toMatchObject({ type: "object", properties: { input: { anyOf: [{}, {}] } }, required: ["input"] });
    expect(createRestoreArguments(projection)({ input: { b: 1 } })).toEqual({ b: 1 });
    expect(projection.losses).toEqual([]);
  });

  test("intersections and references are replaced by one object of all members", () => {
    const { schema } = project(
      {
        allOf: [{ $ref: "#/$defs/A" }, { type: "object", properties: { b: { type: "string" } }, required: ["b"] }],
        $defs: { A: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
      },
      name,
    );
    expect(schema).toMatchObject({ type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a", "b"] });
    expect(["allOf", "$ref", "$defs"].filter((keyword) => keyword in schema)).toEqual([]);
  });

  test("members that are required together are described in words", () => {
    const either = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      additionalProperties: false,
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    const { schema, losses } = project(either, name);
    expect(schema).toMatchObject({
      type: "object",
      properties: { a: {}, b: {} },
      description: `{anyOf: [{"required":["a"]},{"required":["b"]}]}`,
    });
    expect(losses).toEqual([
      {
        at: [],
        keyword: "anyOf",
        effect: "described",
        reason: "the keyword is not allowed at the root of a schema, so the constraint is only in the description",
      },
    ]);
  });
});

test.each([
  ["patternProperties", { patternProperties: { "^x": { $ref: "#/$defs/Inner" } } }, { x1: { bad_name: 1 } }, { x1: { "bad name": 1 } }],
  ["unevaluatedProperties", { unevaluatedProperties: { $ref: "#/$defs/Inner" } }, { x1: { bad_name: 1 } }, { x1: { "bad name": 1 } }],
  [
    "contains",
    { properties: { list: { type: "array", contains: { $ref: "#/$defs/Inner" } } } },
    { list: [{ bad_name: 1 }, 2] },
    { list: [{ "bad name": 1 }, 2] },
  ],
  [
    "unevaluatedItems",
    { properties: { list: { type: "array", unevaluatedItems: { $ref: "#/$defs/Inner" } } } },
    { list: [{ bad_name: 1 }] },
    { list: [{ "bad name": 1 }] },
  ],
])("the original names of arguments below `%s` are restored", (_keyword, keywords, given, restored) => {
  const schema = { type: "object", ...keywords, $defs: { Inner: { type: "object", properties: { "bad name": {} } } } };
  const projection = project(schema, "anthropic");
  expect(createRestoreArguments(projection)(given)).toEqual(restored);
  expect(projectExamples([restored], projection)).toEqual([given]);
});

test.each<[readonly Json[], readonly Json[], number]>([
  [[1], ["1", ""], 1],
  [[1, 2], [3, ""], 0],
  [[1, 2], [2, 1], 0],
])("a text for values of two alternatives is reported as a loss if it may stand for both: %j and %j", (one, other, losses) => {
  const { schema, losses: found } = project(
    { type: "object", properties: { a: { anyOf: [{ enum: one }, { enum: other }] } }, required: ["a"] },
    "gemini-openapi",
  );
  expect(schema).toMatchObject({ properties: { a: { anyOf: [{ type: "string" }, { type: "string" }] } } });
  expect(found.map(({ keyword, effect }) => `${keyword} ${effect}`)).toEqual(Array.from({ length: losses }, () => "anyOf narrower"));
});

test("arguments that are nested too deep, or fit no schema, are restored unchanged", () => {
  const list = { type: "object", properties: { next: { $ref: "#/$defs/List" } } };
  const restoreArguments = createRestoreArguments(
    project({ ...list, additionalProperties: false, $defs: { List: list } }, "openai-strict"),
  );
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((next) => ({ next }), null);
  expect(() => restoreArguments(deep)).not.toThrow();
  for (const value of [null, 1, "x", [], { next: [] }, { next: "x" }]) expect(restoreArguments(value)).toEqual(value);
});

function sample(schema: { readonly [keyword: string]: unknown }, random: () => number): Json {
  const { $defs, ...root } = schema as { readonly [keyword: string]: Json }; // Schemas are JSON.
  const definitions = $defs as { readonly [name: string]: Json };
  return valueFor(root, (reference) => definitions[reference.slice("#/$defs/".length)], random);
}

/** The schema of values that have no member that may be absent. */
function onlyRequired(schema: { readonly [keyword: string]: unknown }): { readonly [keyword: string]: unknown } {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const { properties, required, ...rest } = value as { readonly [keyword: string]: unknown };
    const others = Object.entries(rest).map(([keyword, each]) => [keyword, strip(each)]);
    if (typeof properties !== "object" || properties === null)
      return Object.fromEntries([...others, ...(required === undefined ? [] : [["required", required]])]);
    const kept = Object.entries(properties).filter(([name]) => Array.isArray(required) && required.includes(name));
    const stripped = Object.fromEntries(kept.map(([name, each]) => [name, strip(each)]));
    return {
      ...Object.fromEntries(others),
      properties: stripped,
      required,
      ...(rest["type"] === "object" && rest["anyOf"] === undefined ? { additionalProperties: false } : {}),
    };
  };
  return strip(schema) as { readonly [keyword: string]: unknown }; // An object for an object.
}
