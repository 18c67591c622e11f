import { describe, expect, test } from "vitest";
import { createRestoreArguments } from "../../../src/runtime/adapters/providers/restore-arguments.ts";
import { isRecord } from "../../../src/runtime/json.ts";
import { project } from "../../../src/runtime/projection/convert/project.ts";
import { exceededLimit, strictUse } from "../../../src/runtime/projection/limits/measure-schema.ts";
import { unsupportedInPattern } from "../../../src/runtime/projection/limits/pattern-limits.ts";
import { type ApiName, type ProfileName, type SchemaLimits, schemaLimits } from "../../../src/runtime/projection/limits/provider-limits.ts";
import { projectTools } from "../../../src/runtime/projection/project-tools.ts";
import type { SchemaObject } from "../../../src/runtime/projection/schema.ts";

/** An object with one required member. */
function holding(x: SchemaObject): SchemaObject {
  return { type: "object", properties: { x }, required: ["x"], additionalProperties: false };
}

/** What becomes of a member. */
function projected(x: SchemaObject, name: ProfileName) {
  const projection = project(holding(x), name);
  const { properties } = projection.schema;
  return {
    schema: isRecord(properties) ? properties["x"] : undefined,
    losses: projection.losses.map(({ keyword, effect, reason }) => ({ keyword, effect, reason })),
    restore: createRestoreArguments(projection),
  };
}

const onlyDescribed = "the constraint is only in the description";

describe("a string in the schema for a provider, with what the provider does not support,", () => {
  test.each<[string, ProfileName, SchemaObject, SchemaObject, readonly string[]]>([
    [
      "lengths become a pattern",
      "openai-strict",
      { minLength: 2, maxLength: 3 },
      { pattern: "^[\\s\\S]{2,3}$", description: "At least 2 characters. At most 3 characters." },
      [],
    ],
    ["so does a string that is not empty", "anthropic-strict", { minLength: 1 }, { pattern: "[\\s\\S]", description: "Not empty." }, []],
    [
      "a long length is only described",
      "anthropic-strict",
      { minLength: 1, maxLength: 65 },
      { pattern: "[\\s\\S]", description: "Not empty. At most 65 characters." },
      ["maxLength"],
    ],
    [
      "a pattern leaves no place for lengths",
      "openai-strict",
      { pattern: "^a", maxLength: 3 },
      { pattern: "^a", description: "At most 3 characters." },
      ["maxLength"],
    ],
    [
      "lengths that contradict each other are only described",
      "openai-strict",
      { minLength: 40, maxLength: 10 },
      { description: "At least 40 characters. At most 10 characters." },
      ["minLength", "maxLength"],
    ],
    [
      "a minimum that is too long for a pattern leaves the maximum",
      "openai-strict",
      { minLength: 65, maxLength: 64 },
      { pattern: "^[\\s\\S]{0,64}$", description: "At least 65 characters. At most 64 characters." },
      ["minLength"],
    ],
    [
      "lookaround is rejected without strict mode too",
      "openai",
      { pattern: "^(?!a)", maxLength: 3 },
      { maxLength: 3, description: "Matches the regular expression `^(?!a)`." },
      ["pattern"],
    ],
    [
      "a format becomes a pattern",
      "gemini-openapi",
      { format: "uuid" },
      { pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", description: "Format: uuid." },
      [],
    ],
    [
      "a format without a pattern is lost",
      "openai-strict",
      { format: "uri-template" },
      { description: "Format: uri-template." },
      ["format"],
    ],
    ["a format is that of a type", "gemini-openapi", { format: "int64" }, { description: "Format: int64." }, []],
    [
      "what Gemini ignores is there, and described",
      "gemini",
      { pattern: "^a", maxLength: 3 },
      { pattern: "^a", maxLength: 3, description: "Matches the regular expression `^a`. At most 3 characters." },
      ["pattern", "maxLength"],
    ],
  ])("is rewritten or described: %s: %s", (_what, name, given, expected, lost) => {
    const { schema, losses } = projected({ type: "string", ...given }, name);
    expect(schema).toEqual({ type: "string", ...expected });
    expect(losses.map(({ keyword }) => keyword)).toEqual(lost);
  });
});

test("exclusive bounds of integers are written as inclusive ones, and those of numbers are also described", () => {
  expect(projected({ type: "integer", exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: 9 }, "gemini")).toMatchObject({
    schema: { type: "integer", minimum: 1, maximum: 8 },
    losses: [],
  });
  expect(projected({ type: "number", exclusiveMinimum: 0 }, "gemini-openapi")).toMatchObject({
    schema: { type: "number", minimum: 0, description: "More than 0." },
    losses: [{ keyword: "exclusiveMinimum", effect: "described", reason: onlyDescribed }],
  });
});

describe("for Gemini's `parameters`", () => {
  test("an object of any members becomes a list of keys and values, and an object again in the call", () => {
    const { schema, losses, restore } = projected({ type: "object" }, "gemini-openapi");
    expect(schema).toMatchObject({ type: "array", items: { type: "object", properties: { key: {}, value: {} } } });
    expect(losses).toEqual([]);
    expect(
      restore({
        x: [
          { key: "a", value: "1" },
          { key: "b", value: "no JSON" },
        ],
      }),
    ).toEqual({ x: { a: 1, b: "no JSON" } });
  });

  test("an object that has no members becomes the text `{}`, and an object again in the call", () => {
    const { schema, losses, restore } = projected({ type: "object", additionalProperties: false }, "gemini-openapi");
    expect(schema).toEqual({ type: "string", enum: ["{}"] });
    expect(losses).toEqual([]);
    expect(restore({ x: "{}" })).toEqual({ x: {} });
  });

  test("the empty string in an enum becomes its JSON text, and the empty string again in the call", () => {
    const { schema, losses, restore } = projected({ type: "string", enum: ["", "a"] }, "gemini-openapi");
    expect(schema).toEqual({ type: "string", enum: ['""', "a"] });
    expect(losses).toEqual([]);
    expect([restore({ x: '""' }), restore({ x: "a" })]).toEqual([{ x: "" }, { x: "a" }]);
  });
});

describe("of members that a schema does not name", () => {
  test("annotations of a schema that allows every value are not sent", () => {
    const { schema } = projected({ type: "object", additionalProperties: { description: "Any.", default: 1, examples: [2] } }, "gemini");
    expect(schema).toEqual({ type: "object" });
  });

  test("a loss is reported if other members are allowed because a pattern of names is not supported", () => {
    const given = { type: "object", properties: { a: { type: "string" } }, patternProperties: { "^b": {} }, additionalProperties: false };
    const { schema, losses } = projected(given, "gemini");
    expect(schema).not.toHaveProperty("additionalProperties");
    expect(losses).toContainEqual(expect.objectContaining({ keyword: "additionalProperties", effect: "wider" }));
  });

  test("keywords that depend on a pattern of names are removed with the pattern if it is rejected", () => {
    const given = { type: "object", properties: { a: {} }, patternProperties: { "(?=b)": {} }, additionalProperties: false };
    expect(projected(given, "openai")).toMatchObject({
      schema: { type: "object", properties: { a: {} }, description: '{patternProperties: {"(?=b)":{}}}' },
      losses: [{ keyword: "patternProperties", effect: "described" }],
    });
    expect(projected(given, "openai").schema).not.toHaveProperty("additionalProperties");
  });
});

describe("regular expressions in a schema", () => {
  test.each([
    ["^[a-z]+$", true, true],
    ["^(a|b){1,64}$", true, true],
    ["^AC[0-9a-fA-F]{32}$", true, true],
    ["\\d\\.\\w\\s\\/", true, true],
    ["(?:a)", true, true],
    ["\\(?=", true, true],
    ["[(?=]", true, true],
    ["a{1,65}", true, false],
    ["a*?", true, false],
    ["a{2}?", true, false],
    ["(?<name>a)", true, false],
    ["(a)\\1", true, false],
    ["\\bword", true, false],
    ["[\\b]", true, false],
    ["\\p{L}", true, false],
    ["\\u0041", true, false],
    ["(?=a)", false, false],
    ["(?!a)", false, false],
    ["(?<=a)", false, false],
    ["(?<!a)", false, false],
  ])("%s is supported by OpenAI: %s, by Anthropic's strict mode: %s", (pattern, openai, anthropic) => {
    const supports = (name: ProfileName) => {
      const { patterns } = schemaLimits[name];
      return patterns !== undefined && unsupportedInPattern(pattern, patterns) === undefined;
    };
    expect(() => new RegExp(pattern, "u")).not.toThrow();
    expect([supports("openai"), supports("anthropic-strict")]).toEqual([openai, anthropic]);
  });
});

describe("a limit of a provider on one schema", () => {
  const deep = Array.from({ length: 12 }).reduce<SchemaObject>((x) => holding(x), { type: "string" });
  const unions = Array.from({ length: 17 }, (_, index) => [`m${index}`, { type: ["string", "number"] }] as const);

  // The type asks for a schema that exceeds each limit, and how a provider that has the limit is offered it.
  const rows: { readonly [Limit in keyof SchemaLimits]: readonly [ApiName, strict: boolean, schema: SchemaObject, form: RegExp] } = {
    names: ["gemini", false, { type: "object", properties: { "a-b": { type: "string" } } }, /^(?!.*"a-b":)/],
    formats: ["gemini-openapi", false, holding({ type: "string", format: "email" }), /^(?!.*"format":)/],
    patterns: ["responses", false, holding({ type: "string", pattern: "(?=a)" }), /^(?!.*"pattern":)/],
    size: ["responses", true, deep, /"strict":false/],
    strict: [
      "anthropic",
      true,
      { type: "object", properties: Object.fromEntries(unions), required: unions.map(([name]) => name) },
      /"strict":false/,
    ],
  };

  test.each(Object.entries(rows))("%s is kept by the tools that an adapter offers", (_limit, [api, strict, schema, form]) => {
    const tool = { name: "tool", description: "", schema, examples: undefined, binding: undefined };
    const [offered] = projectTools([tool], (each) => each, { api, strict, examples: false }).offered;
    const { projection, strict: isStrict } = offered?.projected ?? {};
    expect(JSON.stringify({ schema: projection?.schema, strict: isStrict })).toMatch(form);
  });
});

test.each<[ProfileName, SchemaObject, readonly string[]]>([
  ["openai-strict", { maxItems: 0 }, []],
  ["gemini", { maxItems: 0 }, []],
  ["anthropic-strict", { description: "At most 0 items." }, ["items"]],
])("for the provider %s, an array that must be empty is a limit or described", (name, expected, lost) => {
  const { schema, losses } = projected({ type: "array", items: false }, name);
  expect(schema).toEqual({ type: "array", items: { type: "string" }, ...expected });
  expect(losses.map(({ keyword }) => keyword)).toEqual(lost);
});

test("of two conditions of a schema only the first is described", () => {
  const conditions = [
    // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
    { if: { type: "string" }, then: { minLength: 1 } },
    { if: { type: "number" }, else: { const: 1 } },
  ];
  const { schema, losses } = projected({ allOf: conditions }, "gemini");
  expect(schema).toEqual({
    type: "string",
    description: 'Any value, as JSON text.\n\n{if: {"type":"string"}} {then: {"minLength":1}}',
  });
  expect(losses.filter(({ effect }) => effect === "wider").map(({ keyword }) => keyword)).toEqual(["if", "else"]);
});

test.each([
  ["oneOf", { oneOf: [{ type: "string" }, { type: "null" }] }],
  ["allOf", { allOf: [{ type: ["string", "null"] }] }],
  ["const", { const: null }],
])("a member whose schema allows null by %s cannot be null in OpenAI's strict mode", (_keyword, shared) => {
  const schema = { type: "object", properties: { a: { $ref: "#/$defs/N" } }, additionalProperties: false, $defs: { N: shared } };
  const { losses, schema: strict } = project(schema, "openai-strict");
  expect(losses).toEqual([{ at: ["properties", "a"], keyword: "type", effect: "narrower", reason: expect.stringContaining("null") }]);
  expect(strict["properties"]).toEqual({ a: { $ref: "#/$defs/N" } });
});

test("a shared schema counts its optional members and unions at each reference", () => {
  const shared = { type: "object", properties: { a: { type: "string" }, b: { type: ["string", "null"] } }, required: ["b"] };
  const reference = { $ref: "#/$defs/S" };
  const schema = {
    type: "object",
    properties: { one: reference, two: { type: "array", items: { anyOf: [reference, { type: "null" }] } } },
    required: ["one"],
    $defs: { S: shared },
  };
  expect(strictUse(schema)).toEqual({ optionals: 1 + 2, unions: 1 + 2 });
});

describe("a schema with many levels of references", () => {
  const size = schemaLimits["openai-strict"].size;
  if (size === undefined) throw new Error("OpenAI's strict mode has no limits on the size of a schema.");

  /** Schemas, each of which refers to the next one, by their names. The last one is a text. */
  function levels(count: number, level: (below: SchemaObject) => SchemaObject): { readonly [name: string]: SchemaObject } {
    const objects = Array.from({ length: count }, (_, index): [string, SchemaObject] => [
      `L${index}`,
      level({ $ref: `#/$defs/L${index + 1}` }),
    ]);
    return Object.fromEntries([...objects, [`L${count}`, { type: "string" }]]);
  }

  test("is measured by a few readings of each level, not 2¹⁰⁰, if each refers to the next one twice", () => {
    let reads = 0;
    const $defs = levels(100, (below) => ({
      type: "object",
      get properties() {
        if (++reads > 1000) throw new Error("The levels are read more than 1000 times.");
        return { a: below, b: below };
      },
      required: ["a"],
    }));
    const schema = { $ref: "#/$defs/L0", $defs };
    expect(strictUse(schema)).toEqual({ optionals: 2 ** 100 - 1, unions: 0 });
    expect(exceededLimit(schema, size)).toBe("objects are nested more than 10 levels deep");
    expect(exceededLimit(schema, { ...size, depth: 99 })).toBe("objects are nested more than 99 levels deep");
    expect(exceededLimit(schema, { ...size, depth: 100 })).toBeUndefined();
  });

  /** A tool whose input has so many levels, in the form of an API. */
  function offered(count: number, api: ApiName, strict = false) {
    const $defs = levels(count, (a) => ({ type: "object", properties: { a }, additionalProperties: false }));
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/L0" } }, required: ["a"], additionalProperties: false, $defs };
    const tool = { name: "tool", description: "", schema, examples: undefined, binding: undefined };
    return projectTools([tool], (each) => each, { api, strict, examples: false }).offered.map(({ projected }) => projected);
  }

  test.each<[ApiName, string]>([
    ["responses", "objects are nested more than 10 levels deep"],
    ["chat", "objects are nested more than 10 levels deep"],
    [
      "anthropic",
      "the strict tools of a request may have at most 24 optional members in total: the preceding tools have 0, and this tool has 40",
    ],
  ])("of 40 levels is offered without strict mode by the API %s", (api, reason) => {
    const [tool] = offered(40, api, true);
    const { fallback } = tool ?? {};
    expect(fallback?.kind === "limit" ? [fallback.reason] : fallback?.refusals.map((refusal) => refusal.reason)).toEqual([reason]);
    expect([tool?.strict, tool?.projection.refusals]).toEqual([false, []]);
  });

  // A level takes two of the 100 steps that a projection goes down: the object, and the reference in its member.
  test.each<ApiName>(["responses", "chat", "anthropic", "gemini", "gemini-openapi"])(
    "of 48 levels is offered by the API %s, and one with more is not",
    (api) => {
      for (const count of [1, 47, 48]) expect(refusalsOf(count, api)).toEqual([]);
      for (const count of [49, 50, 100]) expect(refusalsOf(count, api)).toEqual(["with its references inlined, the schema is too large"]);
    },
  );

  function refusalsOf(count: number, api: ApiName): string[] {
    return offered(count, api).flatMap(({ projection }) => projection.refusals.map(({ reason }) => reason));
  }
});
