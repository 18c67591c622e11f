import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import { openForm, reduceSchema } from "../../../src/runtime/projection/reduce/reduce-schema.ts";
import type { SchemaObject } from "../../../src/runtime/projection/schema.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { sampled } from "../../long.ts";
import { mutated, randomOf, valueFor } from "../../schema/values.ts";
import { schemas } from "./schemas.ts";

const closedForm = { objects: "closed", references: "siblings" } as const;
const reduced = (schema: SchemaObject) => reduceSchema(schema, openForm);
const text = { type: "string", description: "A text that is long enough to be worth a schema of its own, as people write them." };

describe("a reduced schema", () => {
  test("of closed objects accepts the same values as the schema", () => {
    trySamples((schema, value) => {
      expect(accepts(reduceSchema(schema, closedForm), value), JSON.stringify({ schema, value })).toBe(accepts(schema, value));
    });
  });

  test("of open objects accepts the same values, others in members that the schema does not name, and empty texts", () => {
    trySamples((schema, value) => {
      const isAccepted = accepts(reduced(schema), value);
      if (accepts(schema, value)) expect(isAccepted, JSON.stringify({ schema, value })).toBe(true);
      if (isAccepted) expect(accepts(opened(schema), value), JSON.stringify({ schema, value })).toBe(true);
    });
  });

  function trySamples(check: (schema: SchemaObject, value: Json) => void): void {
    let valid = 0;
    fc.assert(
      fc.property(schemas, fc.integer(), (schema, seed) => {
        const random = randomOf(seed);
        const follow = (reference: string) => member(schema, reference.slice(2).split("/"));
        for (let count = 0; count < 8; count++) {
          const value = valueFor(schema as Json, follow, random);
          const tried = count % 2 === 0 ? value : mutated(value, random);
          if (accepts(schema, tried)) valid++;
          check(schema, tried);
        }
      }),
      { numRuns: sampled(300) },
    );
    expect(valid).toBeGreaterThan(sampled(300));
  }
});

test.each<[string, SchemaObject, SchemaObject]>([
  [
    "a title that is an identifier",
    { properties: { of: { title: "of_param", type: "string" } } },
    { properties: { of: { type: "string" } } },
  ],
  [
    "a mapping to schemas that are inlined",
    {
      oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
      discriminator: { propertyName: "kind", mapping: { a: "#/$defs/A", b: "#/$defs/B" } },
      $defs: { A: { properties: { a: {} } }, B: { properties: { b: {} } } },
    },
    { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
  ],
  [
    "a mapping to a schema that remains, beside one that is inlined",
    {
      oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
      discriminator: { propertyName: "kind", mapping: { a: "#/$defs/A", b: "#/$defs/B" } },
      $defs: { A: { properties: { a: { $ref: "#/$defs/A" } } }, B: { properties: { b: {} } } },
    },
    {
      oneOf: [{ $ref: "#/$defs/A" }, { properties: { b: {} } }],
      discriminator: { propertyName: "kind", mapping: { a: "#/$defs/A" } },
      $defs: { A: { properties: { a: { $ref: "#/$defs/A" } } } },
    },
  ],
  ["a title that is the name", { properties: { unitPrice: { title: "Unit price" } } }, { properties: { unitPrice: {} } }],
  ["a title in the description", { title: "An order", description: "Creates an order." }, { description: "Creates an order." }],
  ["no title that says more", { properties: { at: { title: "Unix time" } } }, { properties: { at: { title: "Unix time" } } }],
  [
    "a description that repeats the name",
    {
      properties: { user_id: { $ref: "#/$defs/Id" }, zoneId: { description: "Identifier" } },
      $defs: { Id: { description: "The ID of the user." } },
    },
    { properties: { user_id: {}, zoneId: {} } },
  ],
  [
    "the width of a number",
    { properties: { a: { type: "integer", format: "int64" }, b: { type: ["number", "null"], format: "double" } } },
    { properties: { a: { type: "integer" }, b: { type: ["number", "null"] } } },
  ],
  [
    "that a required text is not empty",
    { required: ["a"], properties: { a: { type: "string", minLength: 1 }, b: { type: "string", minLength: 1 } } },
    { required: ["a"], properties: { a: { type: "string" }, b: { type: "string", minLength: 1 } } },
  ],
  [
    "formats and patterns that validators do not know, which the description names",
    {
      properties: {
        owner: { type: "string", format: "snowflake" },
        at: { type: "integer", format: "unix-time", description: "When it ends." },
        since: { type: "integer", format: "unix-time", description: "The start, as Unix-time." },
        format: { type: "string", format: "uuid" },
        slow: { type: "string", format: "sku", "x-pattern": "^(a+)+$", description: "Its number." },
      },
    },
    {
      properties: {
        owner: { type: "string", description: "Format: snowflake." },
        at: { type: "integer", description: "When it ends.\n\nFormat: unix-time." },
        since: { type: "integer", description: "The start, as Unix-time." },
        format: { type: "string", format: "uuid" },
        slow: { type: "string", description: "Its number.\n\nFormat: sku. Matches the regular expression `^(a+)+$`." },
      },
    },
  ],
  [
    "examples of what is listed, of a uniform format, and equal to the default",
    {
      properties: {
        a: { enum: ["x", "y"], examples: ["x"] },
        b: { type: "boolean", examples: [true] },
        c: { type: "string", format: "date", examples: ["2026-01-31"] },
        d: { type: "integer", default: 20, examples: [20] },
      },
    },
    {
      properties: {
        a: { enum: ["x", "y"] },
        b: { type: "boolean" },
        c: { type: "string", format: "date" },
        d: { type: "integer", default: 20 },
      },
    },
  ],
  ["a schema that occurs once", { properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: text } }, { properties: { a: text } }],
  [
    "a schema beside which there is a description",
    {
      properties: { a: { $ref: "#/$defs/A", description: "The first.", maxLength: 3 } },
      $defs: { A: { type: "string", description: "A text." } },
    },
    { properties: { a: { type: "string", description: "The first.\n\nA text.", maxLength: 3 } } },
  ],
  [
    "equal schemas once",
    { properties: { a: text, b: { items: text }, c: text } },
    { properties: { a: { $ref: "#/$defs/a" }, b: { items: { $ref: "#/$defs/a" } }, c: { $ref: "#/$defs/a" } }, $defs: { a: text } },
  ],
  [
    "no small ones",
    { properties: { a: { type: "string" }, b: { type: "string" } } },
    { properties: { a: { type: "string" }, b: { type: "string" } } },
  ],
  ["an `allOf` of one", { properties: { a: { allOf: [text], deprecated: true } } }, { properties: { a: { ...text, deprecated: true } } }],
  ["an `anyOf` in an `anyOf`", { anyOf: [{ anyOf: [{ type: "null" }, text] }, text] }, { anyOf: [{ type: "null" }, text] }],
  ["a wrapper of a shared schema", { type: "object", $ref: "#/$defs/A", $defs: { A: { type: "object" } } }, { type: "object" }],
  ["an empty `required`", { type: "object", required: [] }, { type: "object" }],
  [
    "closed objects",
    { properties: { a: { properties: { b: true }, additionalProperties: false } }, additionalProperties: false },
    { properties: { a: { properties: { b: true } } } },
  ],
])("a reduced schema omits %s", (_what, schema, expected) => {
  expect(reduced(schema)).toEqual(expected);
});

test.each<[string, SchemaObject]>([
  ["a description with another word", { properties: { user_id: { description: "The ID of the owner." } } }],
  ["the description of an item that repeats the name", { properties: { a: { items: { description: "a" } } } }],
  ["an integer that is a string", { properties: { a: { type: "string", format: "int64" } } }],
  ["other examples", { properties: { a: { type: "string", examples: ["abc"] }, b: { type: "string", format: "uri", examples: ["a:b"] } } }],
  ["an object that is empty", { properties: { a: { type: "object", additionalProperties: false } } }],
  ["a map by patterns", { properties: { a: { properties: { b: true }, patternProperties: { "^x": true }, additionalProperties: false } } }],
  [
    "alternatives of which exactly one may match",
    { oneOf: [{ properties: { a: true }, additionalProperties: false }, { required: ["b"] }] },
  ],
  ["references to other places", { properties: { a: text, b: { $ref: "#/properties/a" }, c: text } }],
  ["an anchor", { properties: { a: { $anchor: "here", title: "a" } } }],
  ["constraints that a schema also has", { properties: { a: { allOf: [{ minLength: 1 }], minLength: 2 } } }],
])("a reduced schema keeps %s", (_what, schema) => {
  expect(reduced(schema)).toEqual(schema);
});

test("a reduced schema that contains itself keeps its definition and its references", () => {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };
  const schema = { properties: { first: { $ref: "#/$defs/Node" } }, $defs: { Node: node } };
  expect(reduced(schema)).toEqual(schema);
});

test("a reduced schema follows the provider: no references, or none with anything beside them", () => {
  const schema = { properties: { a: text, b: text, c: { anyOf: [text], description: "The last." } } };
  const joined = { ...text, description: `The last.\n\n${text.description}` };
  expect(reduceSchema(schema, profiles["gemini-openapi"])).toEqual({ properties: { a: text, b: text, c: joined } });
  const { properties } = reduceSchema(schema, profiles["openai-strict"]);
  expect(properties).toEqual({
    a: { $ref: "#/$defs/a" },
    b: { $ref: "#/$defs/a" },
    c: { anyOf: [{ $ref: "#/$defs/a" }], description: "The last." },
  });
});

test("a schema that refers to the next level twice is reduced in little time", () => {
  const level = (index: number) => ({
    type: "object",
    properties: { a: { $ref: `#/$defs/L${index + 1}` }, b: { $ref: `#/$defs/L${index + 1}` } },
  });
  const levels = Array.from({ length: 60 }, (_, index): [string, object] => [`L${index}`, level(index)]);
  const schema = { $ref: "#/$defs/L0", $defs: Object.fromEntries([...levels, ["L60", text]]) };
  expect(JSON.stringify(reduced(schema)).length).toBeLessThan(JSON.stringify(schema).length);
});

function accepts(schema: SchemaObject, value: Json): boolean {
  return createValidator(schema, "annotations")(value).length === 0;
}

/** The schema with its objects open, except where it could then accept less: below `oneOf`. */
function opened(schema: SchemaObject): SchemaObject {
  const { $defs, ...root } = schema;
  const hasExact = JSON.stringify(schema).includes('"oneOf"');
  return { ...(open(root) as SchemaObject), $defs: hasExact ? $defs : open($defs) }; // A copy of an object.
}

function open(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(open);
  if (typeof part !== "object" || part === null) return part;
  const isOmitted = (keyword: string, value: unknown) =>
    (keyword === "additionalProperties" && value === false) || (keyword === "minLength" && value === 1);
  const kept = Object.entries(part).filter(([keyword, value]) => !isOmitted(keyword, value));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, keyword === "oneOf" ? value : open(value)]));
}

function member(value: unknown, [first, ...rest]: readonly string[]): Json | undefined {
  if (first === undefined) return value as Json; // A part of a schema.
  return typeof value === "object" && value !== null && Object.hasOwn(value, first) ? member(Reflect.get(value, first), rest) : undefined;
}
