import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test, vi } from "vitest";
import type { JsonSchema, SharedSchema } from "../../src/runtime/index.ts";
import { toDraft07, withDraft07 } from "../../src/runtime/schema/draft-07.ts";
import { createValidator } from "../../src/runtime/schema/validate.ts";
import { http, makeTool } from "./fixture.ts";

function Person(): SharedSchema {
  return {
    name: "Person",
    schema: { type: "object", properties: { name: { type: "string" }, home: { $ref: Place } }, required: ["name"] },
  };
}
function Place(): SharedSchema {
  return {
    name: "Place",
    schema: {
      type: "object",
      properties: { owner: { $ref: Person }, pair: { prefixItems: [{ type: "integer" }], items: false } },
    },
  };
}

const tool = makeTool({
  binding: http,
  input: { type: "object", properties: { who: { $ref: Person, description: "Who." } } },
  output: { $ref: Person },
});

function messages(schema: JsonSchema, value: unknown): string[] {
  return createValidator(schema, "asserted")(value).map(({ message }) => message);
}

describe("the schemas of a tool", () => {
  test("implement the interfaces of Standard Schema", () => {
    const schema: StandardSchemaV1<{ readonly [name: string]: unknown }> & StandardJSONSchemaV1<{ readonly [name: string]: unknown }> =
      tool.inputSchema;
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "toolsetc" });
    expect(schema["~standard"].validate({ who: { name: "A" } })).toEqual({ value: { who: { name: "A" } } });
    expect(schema["~standard"].validate({ who: { home: { owner: {} } } })).toEqual({
      issues: [
        { message: '"/who/name" is required: a string.', path: ["who", "name"] },
        { message: '"/who/home/owner/name" is required: a string.', path: ["who", "home", "owner", "name"] },
      ],
    });
  });

  test("are given as JSON Schema 2020-12 with the shared schemas that they use, and are objects at the root", () => {
    const json = tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    expect(json["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(Object.keys(json["$defs"] as object)).toEqual(["Person", "Place"]); // `$defs` is an object of schemas.
    expect(tool.outputSchema["~standard"].jsonSchema.output({ target: "draft-2020-12" })).toMatchObject({
      type: "object",
      required: ["name"],
    });
  });

  test("are given as draft-07, with its keywords", () => {
    const json = withDraft07(tool.inputSchema)["~standard"].jsonSchema.input({ target: "draft-07" });
    expect(json).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { who: { description: "Who.", allOf: [{ $ref: "#/definitions/Person" }] } },
      definitions: {
        Person: { type: "object", properties: { name: { type: "string" }, home: { $ref: "#/definitions/Place" } }, required: ["name"] },
        Place: {
          type: "object",
          properties: { owner: { $ref: "#/definitions/Person" }, pair: { items: [{ type: "integer" }], additionalItems: false } },
        },
      },
    });
    expect(
      toDraft07({
        dependentRequired: { a: ["b"] },
        dependentSchemas: { c: false },
        unevaluatedProperties: false,
        properties: { $ref: { const: { $ref: "#/$defs/x" } } },
      }),
    ).toEqual({
      dependencies: { a: ["b"], c: false },
      properties: { $ref: { const: { $ref: "#/$defs/x" } } },
    });
  });

  // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
  const when = (test: unknown) => ({ if: test, then: { maxProperties: 1 }, else: false });
  const bounded = { contains: { type: "string" }, maxContains: 2 };
  const closed = { properties: { a: {} }, unevaluatedProperties: false };
  const exact = { properties: { a: {} }, additionalProperties: false };
  test.each<[{ readonly [keyword: string]: unknown }, unknown]>([
    [{ not: bounded }, {}],
    [{ not: { items: { $ref: "#/$defs/A" } }, $defs: { A: { $ref: "#/$defs/B" }, B: closed } }, "definitions"],
    [when(closed), {}],
    [
      { oneOf: [closed, { type: "string" }], minProperties: 1 },
      { anyOf: [{ properties: { a: {} } }, { type: "string" }], minProperties: 1 },
    ],
    [{ oneOf: [bounded, { type: "string" }], anyOf: [{ minItems: 1 }, true] }, { anyOf: [{ minItems: 1 }, true] }],
    [{ anyOf: [closed, bounded] }, { anyOf: [{ properties: { a: {} } }, { contains: { type: "string" } }] }],
    [{ not: exact }, { not: exact }],
    [when(exact), when(exact)],
    [{ oneOf: [exact, true] }, { oneOf: [exact, true] }],
    [
      { dependentRequired: { a: ["b"], c: ["d"] }, dependentSchemas: { a: { minProperties: 3 } } },
      { dependencies: { a: { allOf: [{ required: ["b"] }, { minProperties: 3 }] }, c: ["d"] } },
    ],
  ])("accept no less as draft-07: %j", (schema, expected) => {
    const converted = toDraft07(schema);
    expect(expected === "definitions" ? Object.keys(converted) : converted).toEqual(expected === "definitions" ? [expected] : expected);
  });

  test("are converted though they have a chain of 20,000 shared schemas", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`A${index}`, { not: { $ref: `#/$defs/A${index + 1}` } }]),
    );
    expect(Object.keys(toDraft07({ $defs: { ...$defs, A20000: { maxContains: 1 } }, not: { $ref: "#/$defs/A0" } }))).toEqual([
      "definitions",
    ]);
  });

  test("are given as a new copy each time, and throw for an unknown target", () => {
    const { jsonSchema } = tool.inputSchema["~standard"];
    Reflect.set(jsonSchema.input({ target: "draft-2020-12" }), "properties", {});
    expect(jsonSchema.input({ target: "draft-2020-12" })["properties"]).not.toEqual({});
    expect(() => jsonSchema.input({ target: "draft-04" })).toThrow('"draft-04" is not supported');
  });
});

test.each<[JsonSchema, unknown, string[]]>([
  [{ type: ["string", "null"] }, 1, ["The value must be a string or null."]],
  [{ properties: { "a/b": { minimum: 3 } } }, { "a/b": 1 }, ['"/a~1b" must be at least 3.']],
  [{ items: { enum: ["x", 2] } }, ["x", "y"], ['"/1" must be one of "x", 2.']],
  [{ additionalProperties: false, properties: { a: true } }, { a: 1, b: 2 }, ['"/b" is not allowed here. Allowed members: "a".']],
  [{ minLength: 1 }, "", ["The value must have at least 1 character."]],
  [{ pattern: "^a" }, "b", ['The value must match the pattern "^a".']],
  [{ uniqueItems: true }, [1, 1], ["The value must not have duplicate items."]],
  [{ anyOf: [{ type: "string" }, { type: "object", required: ["a"] }] }, {}, ['"/a" is required.']],
  [{ anyOf: [{ type: "string" }, { type: "integer" }] }, {}, ["The value must be a string or an integer."]],
  [{ oneOf: [{ type: "integer" }, { minimum: 1 }] }, 2, ["The value matches 2 of 2 alternatives, and must match only one."]],
  [
    { oneOf: [{ properties: { kind: { const: "a" }, n: { type: "integer" } } }, { type: "null" }] },
    { kind: "a", n: "x" },
    ['"/n" must be an integer.'],
  ],
  [
    {
      oneOf: [
        { properties: { kind: { const: "a" }, n: { type: "integer" } } },
        { properties: { kind: { const: "b" }, n: { type: "boolean" } } },
      ],
    },
    { kind: "b", n: "x" },
    ['"/n" must be a boolean.'],
  ],
  [
    {
      properties: {
        u: { anyOf: [{ items: { anyOf: [{ type: "string" }, { type: "object", required: ["z"] }] }, type: "array" }, { type: "null" }] },
        v: { type: "string" },
      },
    },
    { u: [{}], v: 1 },
    ['"/u/0/z" is required.', '"/v" must be a string.'],
  ],
  [{ format: "uuid" }, "no", ["The value must be a valid uuid."]],
  [{ format: "int32" }, "no", []],
  [{ not: {} }, 1, ["The value must not match the schema under `not`."]],
  [false, 1, ["The value is not allowed here."]],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ['The value has the member "a", which requires "b".']],
])("an issue names the place and the rule that is broken: the schema %j, the value %j", (schema, value, expected) => {
  expect(messages(schema, value)).toEqual(expected);
});

const card = { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } }, required: ["kind", "number"] };
const bank = {
  type: "object",
  properties: { kind: { const: "bank" }, iban: { type: "string" }, bic: { type: "string" } },
  required: ["kind", "iban", "bic"],
};

test.each<[string, JsonSchema, unknown, string[]]>([
  [
    "all members, not the first one alone",
    { properties: { a: { type: "string" }, b: { items: { type: "integer" } } } },
    { a: 1, b: ["x", "y"] },
    ['"/a" must be a string.', '"/b/0" must be an integer.', '"/b/1" must be an integer.'],
  ],
  [
    "the values that tell alternatives apart",
    { properties: { pay: { oneOf: [card, bank] } } },
    { pay: { kind: "cards", number: 1 } },
    ['"/pay/kind" must be one of "card", "bank". Did you mean "card"?'],
  ],
  [
    "the alternative that is meant",
    { properties: { pay: { oneOf: [card, bank] } } },
    { pay: { kind: "bank", iban: 1 } },
    ['"/pay/bic" is required: a string.', '"/pay/iban" must be a string.'],
  ],
  [
    "the nearest alternative, by name",
    { properties: { pay: { oneOf: [card, bank] } } },
    { pay: { number: "1" } },
    [
      '"/pay" must match exactly one of 2 alternatives. The closest alternative is the one with "kind": "card".',
      '"/pay/kind" is required: "card".',
    ],
  ],
  [
    "the types of alternatives",
    {
      anyOf: [{ $ref: "#/$defs/text" }, { type: "array", items: { type: "string" } }, { type: "null" }],
      $defs: { text: { type: "string" } },
    },
    1,
    ["The value must be a string, an array of strings or null."],
  ],
  [
    "the nearest value and member",
    { properties: { state: { enum: ["open", "closed"] } }, additionalProperties: false },
    { state: "Opened", states: 1 },
    ['"/states" is not allowed here. Did you mean "state"?', '"/state" must be one of "open", "closed". Did you mean "open"?'],
  ],
  [
    "the nearest name of a member",
    { propertyNames: { enum: ["open", "closed"] } },
    { opened: "closd" },
    ['"/opened" must be one of "open", "closed". Did you mean "open"?'],
  ],
  [
    "no alternative that accepts nothing",
    { properties: { a: { anyOf: [{ type: "string" }, false] }, b: { anyOf: [false] } } },
    { a: 1, b: 1 },
    ['"/a" must be a string.', '"/b" must match one of 1 alternatives.'],
  ],
  [
    "the member that another belongs in",
    { properties: { body: { allOf: [{ properties: { title: {} } }] } }, required: ["body"], additionalProperties: false },
    { title: "x" },
    ['"/title" is not allowed here. It is allowed in "body".', '"/body" is required.'],
  ],
  [
    "a member around others, before those that are missing",
    { properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name", "age"], additionalProperties: false },
    { body: { name: "a", age: 3 } },
    [
      '"/body" is not allowed here. Its members, such as "name", are allowed in its place.',
      '"/name" is required: a string.',
      '"/age" is required: an integer.',
    ],
  ],
  [
    "the corrected member, of a valid example",
    {
      properties: {
        size: { type: "integer", examples: [12] },
        code: { type: "string", pattern: "^[A-Z]{2}$", default: "no", example: "NO" },
        wrong: { type: "integer", example: "twelve" },
      },
      required: ["wrong"],
    },
    { size: "12", code: "x" },
    [
      '"/wrong" is required: an integer.',
      '"/size" must be an integer. For example: "size": 12.',
      '"/code" must match the pattern "^[A-Z]{2}$". For example: "code": "NO".',
    ],
  ],
  [
    "no member that counts as unevaluated since its own schema is not met",
    { allOf: [{ properties: { a: { type: "integer" } } }], unevaluatedProperties: false },
    { a: "x", b: 1 },
    ['"/b" is not allowed here. Allowed members: "a".', '"/a" must be an integer.'],
  ],
  [
    "what `not` forbids",
    { allOf: [{ not: { required: ["a", "b"] } }, { properties: { a: { not: { enum: [1, 2] } } } }] },
    { a: 1, b: 1 },
    ['The value must not have the members "a" and "b" together.', '"/a" must be none of 1, 2.'],
  ],
])("the issues of a value name %s", (_name, schema, value, expected) => {
  expect(messages(schema, value)).toEqual(expected);
});

test("the error of a call lists five issues for the model, and counts the others", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const strict = makeTool({ binding: http, input: { type: "object", required: names } });
  await expect(strict.execute({})).rejects.toMatchObject({
    message:
      'The arguments are not valid: "/a" is required. "/b" is required. "/c" is required. "/d" is required. "/e" is required. 2 more issues.',
    details: { issues: { length: 7 } },
  });
});

test("an issue of a required member with nested unions does not list all that they expect", () => {
  const levels = Array.from({ length: 6 }, (_, level) => [
    `u${level}`,
    { anyOf: Array.from({ length: 60 }, () => ({ $ref: `#/$defs/u${level + 1}` })) },
  ]);
  const $defs = { ...Object.fromEntries(levels), u6: { type: "string" } };
  expect(messages({ type: "object", properties: { a: { $ref: "#/$defs/u0" } }, required: ["a"], $defs }, {})).toEqual([
    '"/a" is required.',
  ]);
});

describe("a member named like one that every object inherits", () => {
  test("is an ordinary member in schemas and in values", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"$ref":{"type":"string"}},"required":["toString"],"additionalProperties":false}',
    );
    expect(messages(schema, JSON.parse('{"__proto__":1,"toString":1}'))).toEqual([
      '"/toString" is not allowed here. Allowed members: "__proto__", "constructor", "$ref".',
      '"/__proto__" must be a string.',
    ]);
    expect(messages(schema, { $ref: 1 })).toEqual(['"/toString" is required.', '"/$ref" must be a string.']);
    expect(messages(schema, {})).toEqual(['"/toString" is required.']);
    expect(messages({ const: JSON.parse('{"__proto__":1}') }, {})).not.toEqual([]);
    expect(messages({ example: { id: "http://" }, "x-note": { $ref: "nowhere" }, type: "object" }, {})).toEqual([]);
  });
});

describe("a value that JSON cannot express", () => {
  test.each([
    [{ a: Number.NaN }, '"/a" must be a finite number.'],
    [{ a: [1n] }, '"/a/0" is not a JSON value.'],
    [{ a: () => 1 }, '"/a" is not a JSON value.'],
    [{ a: new Uint8Array(2) }, '"/a" is not a JSON value.'],
    [{ a: new Map([[1, 2]]) }, '"/a" is not a JSON value.'],
    [{ a: new Set([1]) }, '"/a" is not a JSON value.'],
  ])("is an issue: %o", (value, message) => {
    expect(messages({}, value)).toEqual([message]);
  });

  test("is accepted if it is an undefined member or a Blob", () => {
    expect(messages({ additionalProperties: { type: "object", required: ["base64"] } }, { a: undefined, b: new Blob([]) })).toEqual([]);
    expect(messages({ required: ["a"] }, { a: undefined })).toEqual(['"/a" is required.']);
  });
});

describe("the validation of a value", () => {
  test("compares no more names of members after the last reported issue", () => {
    const named = (count: number, name: string) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, {}]));
    const validate = createValidator({ properties: named(50, "member"), additionalProperties: false }, "asserted");
    const comparisons = (count: number) => {
      const lowerCase = vi.spyOn(String.prototype, "toLowerCase");
      expect(validate(named(count, "other"))).toHaveLength(20);
      const { length } = lowerCase.mock.calls;
      lowerCase.mockRestore();
      return length;
    };
    expect(comparisons(100)).toBeGreaterThan(50);
    expect(comparisons(200)).toBe(comparisons(100));
  });

  const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

  test("ends for a reference to itself", () => {
    expect(messages({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }, 1)).toHaveLength(1);
    expect(messages({ anyOf: [{ $ref: "#" }, { $ref: "#" }] }, 1)).toHaveLength(1);
  });

  test("refuses values nested deeper than 100 levels", () => {
    expect(messages({ items: { $ref: "#" } }, nested(90))).toEqual([]);
    expect(messages({ items: { $ref: "#" } }, nested(20_000))).toEqual(["The value is nested deeper than 100 levels."]);
  });

  test("ends with an issue for a union that doubles the work at each level", () => {
    expect(
      messages(
        {
          anyOf: [
            { items: { $ref: "#" }, minItems: 1 },
            { items: { $ref: "#" }, minItems: 1, maxItems: 2 },
          ],
        },
        nested(60),
      ),
    ).toEqual([expect.stringMatching(/^The value cannot be validated: it is too deep or too large for the schema/)]);
  });

  test("reports a name that is half a surrogate pair", () => {
    const ofName = ['"/a" has a member whose name is not valid Unicode.'];
    expect(messages({ properties: { "\ud800": { type: "string" } } }, { a: { "\ud800": 1 } })).toEqual(ofName);
    expect(messages({ additionalProperties: { type: "object" } }, { a: { "\ud83d\ude00": 1, "\ude00\ud83d": 1 } })).toEqual(ofName);
  });

  test("skips patterns and uniqueness that would take quadratic time on long values", () => {
    expect(messages({ pattern: "^(a|a)*$" }, "a".repeat(10_001).concat("b"))).toEqual([]);
    expect(
      messages(
        { uniqueItems: true },
        Array.from({ length: 100_000 }, () => 1),
      ),
    ).toEqual([]);
    expect(messages({ pattern: "(" }, "b")).toEqual([]);
  });

  test("shortens a long name in an issue", () => {
    const name = "x".repeat(5000);
    const issues = createValidator({ additionalProperties: false }, "asserted")({ [name]: 1 });
    expect(issues).toEqual([{ message: `"/${"x".repeat(100)}…" is not allowed here.`, path: [name] }]);
  });

  test("reports at most 20 issues", () => {
    const union = { anyOf: [{ type: "string" }, { type: "object", required: ["a"] }] };
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, {}]));
    expect(messages({ additionalProperties: union }, members).length).toBeLessThanOrEqual(20);
    expect(messages({}, { ["x".repeat(10_001)]: 1 })).toEqual(["The value has a member whose name is longer than 10000 characters."]);
    expect(
      messages(
        { items: { type: "string" } },
        Array.from({ length: 50_000 }, () => 1),
      ).length,
    ).toBeLessThanOrEqual(20);
  });
});
