import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRestoreArguments } from "../../../src/runtime/adapters/providers/restore-arguments.ts";
import { project } from "../../../src/runtime/projection/convert/project.ts";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../../src/runtime/projection/limits/provider-limits.ts";
import { describeExamples, projectExamples } from "../../../src/runtime/projection/project-examples.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { sampled } from "../../long.ts";
import { randomOf, valueFor } from "../../schema/values.ts";
import { schemas } from "./schemas.ts";

const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.

test.each(names)("an example for %s is valid for the provider's schema, and is restored as it was", (name) => {
  let tried = 0;
  fc.assert(
    fc.property(schemas, fc.integer(), (schema, seed) => {
      const projection = project(schema, name);
      const follow = (reference: string) => (schema.$defs as { readonly [name: string]: Json })[reference.slice("#/$defs/".length)];
      const value = valueFor(schema as Json, follow, randomOf(seed)) as { readonly [member: string]: unknown };
      if (createValidator(schema, "asserted")(value).length > 0) return;
      for (const example of projectExamples([value], projection)) {
        tried++;
        expect(createValidator(projection.schema, "annotations")(example), JSON.stringify({ schema, value, example })).toEqual([]);
        expect(createRestoreArguments(projection)(example)).toEqual(value);
      }
    }),
    { numRuns: sampled(600) },
  );
  expect(tried).toBeGreaterThan(sampled(50));
});

const named = {
  type: "object",
  properties: { "a b": { type: "string" }, "X-Currency": { type: "string" } },
  required: ["a b"],
  additionalProperties: false,
};

describe("the members of an example for a provider", () => {
  test.each<[ProfileName, object]>([
    ["anthropic", { a_b: "1", "X-Currency": "EUR" }],
    ["gemini", { a_b: "1", X_Currency: "EUR" }],
    ["openai-strict", { "a b": "1", "X-Currency": "EUR" }],
  ])("have the names of %s", (name, expected) => {
    expect(projectExamples([{ "a b": "1", "X-Currency": "EUR" }], project(named, name))).toEqual([expected]);
  });

  test("are null if they are absent and the provider requires them", () => {
    expect(projectExamples([{ "a b": "1" }], project(named, "openai-strict"))).toEqual([{ "a b": "1", "X-Currency": null }]);
  });
});

test("an example that the provider's schema cannot express is omitted, and the others stay", () => {
  const schema = { type: "object", properties: { kind: { enum: ["a", 1] } }, required: ["kind"], additionalProperties: false };
  const projection = project(schema, "gemini-openapi");
  expect(projectExamples([{ kind: "b" }, { kind: 1 }], projection)).toEqual([{ kind: "1" }]);
});

test("a description ends with as many examples as fit", () => {
  const examples = [{ id: 1 }, { id: 2, size: "small" }];
  const whole = 'Pays.\n\nExamples of the input:\n{"id":1}\n{"id":2,"size":"small"}';
  expect(describeExamples("Pays.", examples, whole.length)).toBe(whole);
  expect(describeExamples("Pays.", examples, whole.length - 1)).toBe('Pays.\n\nExample of the input:\n{"id":1}');
  expect(describeExamples("Pays.", examples, 10)).toBe("Pays.");
  expect(describeExamples("Pays.", [], 100)).toBe("Pays.");
  expect(describeExamples("", [{ id: 1 }], 100)).toBe('Example of the input:\n{"id":1}');
});
