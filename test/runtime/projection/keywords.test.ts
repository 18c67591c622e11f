import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../../src/runtime/json.ts";
import { type Projection, project } from "../../../src/runtime/projection/convert/project.ts";
import { geminiFunction } from "../../../src/runtime/projection/declare.ts";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../../src/runtime/projection/limits/provider-limits.ts";
import { actionOn, knownKeywords } from "../../../src/runtime/projection/limits/table.ts";
import type { ProjectedTool } from "../../../src/runtime/projection/project-tools.ts";
import { annotationKeywords, type SchemaObject } from "../../../src/runtime/projection/schema.ts";
import { inWords } from "../../../src/runtime/projection/text/in-words.ts";
import { withoutPatterns, withoutTypesOfValues } from "./anthropic-form.ts";
import { wrongInDeclaration } from "./judges/gemini.ts";

const object = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const list = { type: "array", items: { type: "string" } };

/** A schema that has the keyword, for each keyword of the table. */
const samples: { readonly [keyword: string]: SchemaObject } = {
  type: { type: "string" },
  enum: { type: "string", enum: ["a", "b"] },
  const: { type: "string", const: "a" },
  $ref: { $ref: "#/$defs/Shared" },
  $defs: { $ref: "#/$defs/Shared" },
  properties: object,
  required: object,
  additionalProperties: { type: "object", additionalProperties: { type: "string" } },
  unevaluatedProperties: { type: "object", properties: { a: { type: "string" } }, unevaluatedProperties: false },
  patternProperties: { ...object, patternProperties: { "^x": { type: "string" } } },
  propertyNames: { ...object, propertyNames: { maxLength: 3 } },
  minProperties: { ...object, minProperties: 1 },
  maxProperties: { ...object, maxProperties: 1 },
  dependentRequired: { ...object, dependentRequired: { a: ["a"] } },
  dependentSchemas: { ...object, dependentSchemas: { a: { minProperties: 1 } } },
  items: list,
  prefixItems: { type: "array", prefixItems: [{ type: "string" }], items: false },
  unevaluatedItems: { ...list, unevaluatedItems: false },
  contains: { ...list, contains: { const: "a" } },
  minContains: { ...list, contains: { const: "a" }, minContains: 2 },
  maxContains: { ...list, contains: { const: "a" }, maxContains: 2 },
  minItems: { ...list, minItems: 3 },
  maxItems: { ...list, maxItems: 3 },
  uniqueItems: { ...list, uniqueItems: true },
  allOf: { allOf: [object, { type: "object", properties: { b: { type: "string" } } }] },
  anyOf: { anyOf: [{ type: "string" }, object] },
  oneOf: { oneOf: [{ type: "string" }, object] },
  not: { type: "string", not: { const: "a" } },
  if: { ...object, if: { required: ["a"] } },
  // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
  then: { ...object, if: { required: ["a"] }, then: { required: ["a"] } },
  else: { ...object, if: { required: ["a"] }, else: { required: ["a"] } },
  minimum: { type: "number", minimum: 1 },
  maximum: { type: "number", maximum: 1 },
  exclusiveMinimum: { type: "number", exclusiveMinimum: 1 },
  exclusiveMaximum: { type: "number", exclusiveMaximum: 1 },
  multipleOf: { type: "number", multipleOf: 2 },
  minLength: { type: "string", minLength: 1 },
  maxLength: { type: "string", maxLength: 1 },
  pattern: { type: "string", pattern: "^a" },
  format: { type: "string", format: "uri-template" },
  contentEncoding: { type: "string", contentEncoding: "base64" },
  contentMediaType: { type: "string", contentMediaType: "image/png" },
  contentSchema: { type: "string", contentMediaType: "application/json", contentSchema: { type: "number" } },
  title: { type: "string", title: "A title" },
  description: { type: "string", description: "A description" },
  default: { type: "string", default: "a" },
  examples: { type: "string", examples: ["a"] },
  deprecated: { type: "string", deprecated: true },
  readOnly: { type: "string", readOnly: true },
  writeOnly: { type: "string", writeOnly: true },
};

test("the table of keywords has a sample for every keyword", () => {
  expect(knownKeywords.filter((keyword) => samples[keyword] === undefined)).toEqual([]);
});

const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.

describe.each(names)("the schema of a tool for the provider %s", (name) => {
  test.each(knownKeywords)("is valid for the provider with the keyword %s", (keyword) => {
    const given = {
      type: "object",
      properties: { x: samples[keyword] },
      required: ["x"],
      additionalProperties: false,
      $defs: { Shared: object },
    };
    const projection = project(given, name);
    const { schema, losses, refusals } = projection;
    const said = isRecord(schema["properties"]) ? schema["properties"]["x"] : undefined;
    const action = actionOn(keyword, name);
    const description = isRecord(said) ? String(said["description"] ?? "") : "";

    expect(refusals.some((loss) => loss.keyword === keyword)).toBe(action === "refuse");
    if (action === "refuse") return;
    if (action === "keep" || action === "repeat") expect(said).toHaveProperty([keyword]);
    else if (action !== "rewrite") expect(said).not.toHaveProperty([keyword]);
    const isDescribed = action === "describe" || action === "repeat" || isPartlyDescribed(keyword, name);
    expect(description.includes(inWords(keyword, samples[keyword]?.[keyword]))).toBe(isDescribed);
    // Whatever is no longer enforced is said, at the place where it was written.
    const isLost = (action === "describe" || action === "repeat") && !annotationKeywords.has(keyword);
    if (isLost) expect(losses).toContainEqual(expect.objectContaining({ at: ["properties", "x"], keyword, effect: "described" }));

    if (refusals.length > 0) return;
    if (name === "openai-strict") expect(toStrictJsonSchema(schema as Parameters<typeof toStrictJsonSchema>[0])).toEqual(schema); // JSON.
    if (name === "anthropic-strict")
      expect(transformJSONSchema(withoutPatterns(schema))).toEqual(withoutTypesOfValues(withoutPatterns(schema)));
    if (name.startsWith("gemini")) expect(wrongInDeclaration(geminiFunction(projectedTool(projection)))).toEqual([]);
  });
});

function projectedTool(projection: Projection): ProjectedTool {
  return {
    name: "x",
    description: "",
    isDescriptionCut: false,
    isNameLong: false,
    examples: [],
    projection,
    strict: false,
    fallback: undefined,
  };
}

/** What the table calls a rewrite because some of its values can be said: these cannot. */
function isPartlyDescribed(keyword: string, name: ProfileName): boolean {
  if (actionOn(keyword, name) !== "rewrite") return false;
  if (/^exclusive/.test(keyword)) return name.startsWith("gemini");
  return keyword === "format" || /Length$/.test(keyword) || (keyword === "minItems" && name === "anthropic-strict");
}

test.each([
  ["5,000 members", manyMembers(5000), "the schema has 5001 properties in total, and at most 5000 are allowed"],
  ["10 levels", nested(10), "objects are nested more than 10 levels deep"],
  [
    "1,000 listed values",
    { type: "string", enum: texts(1001, 1) },
    "the schema has 1001 enum values in total, and at most 1000 are allowed",
  ],
  [
    "15,000 characters in a long enum",
    { type: "string", enum: texts(251, 60) },
    "the values of an enum have 15060 characters in total, and at most 15000 are allowed",
  ],
])("OpenAI's strict mode takes no more than %s", (_what, member, reason) => {
  const given = (schema: SchemaObject) => ({ type: "object", properties: { x: schema }, required: ["x"], additionalProperties: false });
  expect(project(given(member), "openai-strict").refusals.map((loss) => loss.reason)).toEqual([reason]);
  expect(project(given(member), "openai").refusals).toEqual([]);
});

test("OpenAI's strict mode takes schemas that reach its limits", () => {
  expect(project(manyMembers(5000), "openai-strict").refusals).toEqual([]);
  expect(project(nested(10), "openai-strict").refusals).toEqual([]);
});

function manyMembers(count: number): SchemaObject {
  const members = Array.from({ length: count }, (_, index) => [`m${index}`, { type: "string" }]);
  return { type: "object", properties: Object.fromEntries(members), additionalProperties: false };
}

function nested(depth: number): SchemaObject {
  return depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) }, additionalProperties: false };
}

function texts(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index).padStart(length, "0"));
}
