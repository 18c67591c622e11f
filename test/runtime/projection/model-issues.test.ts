import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import { createModelIssues } from "../../../src/runtime/adapters/providers/model-issues.ts";
import { createRestoreArguments } from "../../../src/runtime/adapters/providers/restore-arguments.ts";
import { ownMember } from "../../../src/runtime/json.ts";
import { project } from "../../../src/runtime/projection/convert/project.ts";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../../src/runtime/projection/limits/provider-limits.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { randomOf, valueFor } from "../../schema/values.ts";
import { http, makeTool } from "../fixture.ts";
import { schemas } from "./schemas.ts";

const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.

type Schema = { readonly [keyword: string]: unknown };

/** The messages on what a model gave for `schema` in the form of a provider. */
function messages(schema: Schema, profile: ProfileName, given: unknown): string[] {
  const projection = project(schema, profile);
  const issues = createValidator(schema, "asserted")(createRestoreArguments(projection)(given));
  return createModelIssues(projection)(issues, given).map(({ message }) => message);
}

const object = (properties: Schema, required: readonly string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const map = { type: "object", additionalProperties: object({ size: { type: "integer", examples: [3] } }), minProperties: 1 };

test.each<[string, Schema, ProfileName, unknown, string[]]>([
  [
    "pairs, by their position",
    object({ files: map }),
    "openai-strict",
    {
      files: [
        { key: "a", value: { size: 1 } },
        { key: "b", value: { size: "2" } },
      ],
    },
    ['"/files/1/value/size" must be an integer. For example: "size": 3.'],
  ],
  [
    "a list of pairs",
    object({ files: map }),
    "openai-strict",
    { files: "a" },
    ['"/files" must be an array of objects with "key" and "value".'],
  ],
  ["the length of such a list", object({ files: map }), "openai-strict", { files: [] }, ['"/files" must have at least 1 item.']],
  [
    "an example of a renamed member",
    object({ "page size": { type: "integer", examples: [20] } }),
    "gemini-openapi",
    { page_size: "many" },
    ['"/page_size" must be an integer. For example: "page_size": 20.'],
  ],
  [
    "a renamed member",
    object({ "X-Currency code": { type: "string" } }),
    "gemini-openapi",
    {},
    ['"/X_Currency_code" is required: a string.'],
  ],
  [
    "a text with JSON",
    object({ data: { not: { const: 5 } } }),
    "gemini-openapi",
    { data: "5" },
    ['The JSON string "/data" must not be 5.'],
  ],
  [
    "a text that is no JSON",
    object({ empty: { type: "object", additionalProperties: false } }),
    "gemini-openapi",
    { empty: "{" },
    ['"/empty" must be valid JSON in a string. It must be an object.'],
  ],
  [
    "values that are written as texts",
    object({ size: { type: "integer", enum: [1, 2] } }),
    "gemini-openapi",
    { size: "3" },
    ['"/size" must be one of "1", "2".'],
  ],
  [
    "the wrapper of a union at the root",
    { type: "object", anyOf: [object({ kind: { const: "a" }, n: { type: "string" } }), object({ kind: { const: "b" } })] },
    "openai-strict",
    { input: { kind: "a", n: 1 } },
    ['"/input/n" must be a string.'],
  ],
])("a message about a model's invalid arguments speaks of %s", (_name, schema, profile, given, expected) => {
  expect(messages(schema, profile, given)).toEqual(expected);
});

test("the model gets the place of an issue as it wrote it, and the program gets it as the tool has it", async () => {
  const tool = makeTool({ binding: http, input: object({ files: map }) });
  const errors: unknown[] = [];
  const { answer } = openai([tool], { strict: true, onError: (error) => errors.push(error) });
  const input = { files: [{ key: "a", value: { size: "1" } }] };
  const { output } = await answer({ call_id: "c", name: "shop_call", arguments: JSON.stringify(input) });
  expect(output).toContain(String.raw`\"/files/0/value/size\" must be an integer.`);
  expect(errors).toMatchObject([{ details: { issues: [{ path: ["files", "a", "size"] }] } }]);
});

describe.each(names)("of arguments for the provider %s", (name) => {
  test("each issue is at a place that the model wrote, or at a member of such a place", () => {
    let tried = 0;
    fc.assert(
      fc.property(schemas, fc.integer(), fc.jsonValue({ maxDepth: 2 }), (schema, seed, wrong) => {
        const projection = project(schema, name);
        if (projection.refusals.length > 0) return;
        const random = randomOf(seed);
        const given = corrupted(sample(projection.schema, random), wrong as Json, random);
        const issues = createValidator(schema, "asserted")(createRestoreArguments(projection)(given));
        for (const { path, message } of createModelIssues(projection)(issues, given)) {
          tried++;
          const above = path.slice(0, -1).reduce<unknown>((node, key) => ownMember(node, String(key)), given);
          expect(path.length === 0 || above !== undefined, JSON.stringify({ given, path, message, plan: projection.plan })).toBe(true);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(tried).toBeGreaterThan(50);
  });
});

function sample(schema: Schema, random: () => number): Json {
  const { $defs, ...root } = schema as { readonly [keyword: string]: Json }; // Schemas are JSON.
  const definitions = $defs as { readonly [name: string]: Json } | undefined;
  return valueFor(root, (reference) => definitions?.[reference.slice("#/$defs/".length)], random);
}

/** The value with one of its parts replaced. */
function corrupted(value: Json, wrong: Json, random: () => number): Json {
  if (typeof value !== "object" || value === null || random() < 0.2) return wrong;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return wrong;
  const change = (name: string, each: Json) => (name === key ? corrupted(each, wrong, random) : each);
  return Array.isArray(value)
    ? value.map((each, index) => change(String(index), each))
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(name, each as Json)]));
}
