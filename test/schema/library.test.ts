import { describe, expect, test } from "vitest";
import { closure, selfContained } from "../../src/schema/closure.ts";
import type { Direction } from "../../src/schema/convert/converted.ts";
import type { Dialect } from "../../src/schema/convert/dialect.ts";
import { fileSchema } from "../../src/schema/convert/file-schema.ts";
import { originOf } from "../../src/schema/origin-of.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import { createSchemaLibrary } from "../../src/schema/schema-library.ts";
import type { Json } from "../../src/source/json/json.ts";
import { pointerOf, valueAt } from "../../src/source/tree.ts";
import { followLocally, libraryOfSchemas } from "./collect.ts";

function convert(dialect: Dialect, schema: Json, direction: Direction = "input") {
  const { library, at } = libraryOfSchemas(dialect, {
    Root: schema,
    Other: { type: "string" },
    Slow: { type: "string", pattern: "^(a+)+$" },
  });
  return { json: library.convert(at("Root"), direction).schema.json, codes: library.diagnostics().map(({ code }) => code) };
}

const other = { $ref: "#/components/schemas/Other" };
// biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
const when = (test: Json, result: Json) => ({ if: test, then: result });

describe("a schema is converted to JSON Schema 2020-12", () => {
  test.each<[string, Dialect, Json, Json]>([
    ["a nullable type", "openapi-3.0", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["a nullable enum", "openapi-3.0", { type: "string", enum: ["a"], nullable: true }, { type: ["string", "null"], enum: ["a", null] }],
    [
      "a nullable reference",
      "openapi-3.0",
      { ...other, nullable: true, description: "d" },
      { description: "d", anyOf: [{ $ref: "#/$defs/Other" }, { type: "null" }] },
    ],
    [
      "a nullable allOf",
      "openapi-3.0",
      { allOf: [other], nullable: true, title: "t" },
      { title: "t", anyOf: [{ allOf: [{ $ref: "#/$defs/Other" }] }, { type: "null" }] },
    ],
    [
      "the extension x-nullable of 2.0",
      "openapi-2.0",
      { properties: { a: { type: "string", enum: ["b"], "x-nullable": true }, c: { allOf: [{ minimum: 3 }], "x-nullable": true } } },
      { properties: { a: { type: ["string", "null"], enum: ["b", null] }, c: { anyOf: [{ allOf: [{ minimum: 3 }] }, { type: "null" }] } } },
    ],
    [
      "names of numbers, by NSwag",
      "openapi-3.0",
      { type: "integer", enum: [0, 1], "x-enumNames": ["Draft", "Published"], description: "The state." },
      { type: "integer", enum: [0, 1], description: "The state.\n\nValues: 0 (Draft), 1 (Published)." },
    ],
    [
      "names and descriptions of values, by openapi-generator",
      "openapi-3.1",
      { enum: ["a_b", "c"], "x-enum-varnames": ["AB", "Other"], "x-enum-descriptions": ["First\n line.", ""] },
      { enum: ["a_b", "c"], description: "Values:\n- a_b: First line.\n- c (Other)" },
    ],
    [
      "descriptions of values as a map, and null, which has none",
      "openapi-3.0",
      { type: "string", nullable: true, enum: ["a", "b", null], "x-enumDescriptions": { b: "The second." } },
      { type: ["string", "null"], enum: ["a", "b", null], description: "Values:\n- a\n- b: The second." },
    ],
    [
      "values of AutoRest in a schema that may be null",
      "openapi-2.0",
      {
        "x-nullable": true,
        allOf: [{ maxLength: 1 }],
        enum: ["s"],
        "x-ms-enum": { name: "Size", values: [{ value: "s", name: "Small", description: "Up to 1." }] },
      },
      { description: "Values:\n- s (Small): Up to 1.", anyOf: [{ allOf: [{ maxLength: 1 }], enum: ["s"] }, { type: "null" }] },
    ],
    [
      "names that say nothing new, of a list of another length, or without values",
      "openapi-3.0",
      {
        properties: {
          a: { enum: ["CUSTOM_ERROR"], "x-enum-varnames": ["CustomError"] },
          b: { enum: [1, 2], "x-enumNames": ["One"] },
          c: { enum: [1, 2], "x-enumNames": ["One", "Two"], description: "1 is One, 2 is Two." },
          d: { type: "integer", "x-enumNames": ["One"] },
        },
      },
      {
        properties: {
          a: { enum: ["CUSTOM_ERROR"] },
          b: { enum: [1, 2] },
          c: { enum: [1, 2], description: "1 is One, 2 is Two." },
          d: { type: "integer" },
        },
      },
    ],
    ["x-nullable of 3.0, which has nullable", "openapi-3.0", { type: "string", "x-nullable": true }, { type: "string" }],
    [
      "an alternative that has only nullable",
      "openapi-3.0",
      { anyOf: [other, { nullable: true, description: "d" }] },
      { anyOf: [{ $ref: "#/$defs/Other" }, { description: "d", type: "null" }] },
    ],
    ["the same in oneOf", "openapi-3.0", { oneOf: [other, { nullable: true }] }, { oneOf: [{ $ref: "#/$defs/Other" }, { type: "null" }] }],
    [
      "the same in 3.1, where the keyword has no effect",
      "openapi-3.1",
      { anyOf: [other, { nullable: true }] },
      { anyOf: [{ $ref: "#/$defs/Other" }, { type: "null" }] },
    ],
    [
      "a part that has only nullable",
      "openapi-3.0",
      { allOf: [other, { nullable: true }] },
      { anyOf: [{ allOf: [{ $ref: "#/$defs/Other" }] }, { type: "null" }] },
    ],
    [
      "what stands beside a reference",
      "openapi-3.0",
      { ...other, type: "integer", description: "d" },
      { $ref: "#/$defs/Other", description: "d" },
    ],
    ["the same in 3.1", "openapi-3.1", { ...other, maxLength: 3 }, { $ref: "#/$defs/Other", maxLength: 3 }],
    [
      "boolean bounds",
      "openapi-3.0",
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    ["an example", "openapi-3.0", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    ["a long example", "openapi-3.0", { type: "object", example: { a: 1 } }, { type: "object" }],
    [
      "what says nothing about values",
      "openapi-3.0",
      { type: "string", xml: {}, externalDocs: {}, "x-a": 1, tsType: "evil" },
      { type: "string" },
    ],
    ["a file", "openapi-2.0", { type: "file" }, fileSchema],
    [
      "tuples of draft-07",
      "draft-07",
      { items: [{ type: "string" }], additionalItems: false },
      { prefixItems: [{ type: "string" }], items: false },
    ],
    [
      "dependencies of draft-07",
      "draft-07",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    ],
    ["protobuf's ways", "ces", { type: "INTEGER", enum: ["1", "2"], nullable: true }, { type: ["integer", "null"], enum: [1, 2, null] }],
    [
      "protobuf's numbers",
      "ces",
      { type: "ARRAY", minItems: "3", items: { type: "TYPE_UNSPECIFIED" }, default: null },
      { type: "array", minItems: 3, items: {} },
    ],
    [
      "a name that hurts",
      "openapi-3.1",
      { properties: JSON.parse('{"__proto__":{"type":"string","x-a":1}}') },
      { properties: JSON.parse('{"__proto__":{"type":"string"}}') },
    ],
  ])("from its dialect: %s", (_, dialect, source, expected) => {
    const { json, codes } = convert(dialect, source);
    expect(json).toEqual(expected);
    expect(codes).toEqual([]);
  });

  test("unchanged if it needs no change", () => {
    const { library, at, tree } = libraryOfSchemas("openapi-3.1", {
      Root: { type: "object", properties: { a: { type: ["string", "null"] } }, required: ["a"] },
    });
    expect(library.convert(at("Root"), "input").schema.json).toBe(valueAt(tree, at("Root").path));
  });
});

describe("a repair of a schema is reported", () => {
  test.each<[string, Dialect, Json, Json, string[]]>([
    ["an empty enum", "openapi-3.0", { type: "string", enum: [] }, { type: "string" }, ["empty-enum"]],
    [
      "a required property of draft-03",
      "openapi-3.0",
      { properties: { a: { type: "string", required: true } } },
      { properties: { a: { type: "string" } }, required: ["a"] },
      ["required-on-property"],
    ],
    [
      "a required property of draft-03 beside a required one that is omitted",
      "openapi-3.0",
      { properties: { id: { readOnly: true }, b: { required: true } }, required: ["id"] },
      { properties: { b: {} }, required: ["b"] },
      ["required-on-property"],
    ],
    ["any", "openapi-3.0", { type: "any" }, {}, ["unknown-schema-type"]],
    ["a type in capitals", "openapi-3.1", { type: "String" }, { type: "string" }, ["unknown-schema-type"]],
    ["a number in quotes", "openapi-3.0", { minimum: "3" }, { minimum: 3 }, ["number-as-string"]],
    ["a negative length", "openapi-3.0", { maxLength: -1 }, {}, ["unusable-keyword"]],
    ["boolean bounds in 3.1", "openapi-3.1", { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }, ["boolean-bound"]],
    ["a list of items in 3.1", "openapi-3.1", { items: [{ type: "string" }] }, { prefixItems: [{ type: "string" }] }, ["array-items"]],
    ["nullable in 3.1", "openapi-3.1", { type: "string", nullable: true }, { type: "string" }, ["ignored-nullable"]],
    ["a slow pattern", "openapi-3.0", { pattern: "^(a+)+$" }, { "x-pattern": "^(a+)+$" }, ["slow-pattern"]],
    ["a pattern of another language", "openapi-3.0", { pattern: "(?i)a" }, {}, ["invalid-pattern"]],
    [
      "a slow pattern of names",
      "openapi-3.1",
      { patternProperties: { "^(a+)+$": {} }, additionalProperties: false },
      { patternProperties: {} },
      ["slow-pattern"],
    ],
    ["a slow pattern in not", "openapi-3.1", { not: { type: "string", pattern: "^(a+)+$" } }, {}, ["slow-pattern"]],
    ["a pattern of another language in not", "openapi-3.0", { not: { items: { pattern: "(?i)a" } } }, {}, ["invalid-pattern"]],
    [
      "a slow pattern behind a reference in not",
      "openapi-3.1",
      { type: "string", not: { $ref: "#/components/schemas/Slow" } },
      { type: "string" },
      ["slow-pattern"],
    ],
    [
      "a slow pattern in if",
      "openapi-3.1",
      { type: "string", ...when({ pattern: "^(a+)+$" }, { maxLength: 3 }), else: { maxLength: 5 } },
      { type: "string" },
      ["slow-pattern"],
    ],
    [
      "a slow pattern in then",
      "openapi-3.1",
      when({ maxLength: 3 }, { pattern: "^(a+)+$" }),
      when({ maxLength: 3 }, { "x-pattern": "^(a+)+$" }),
      ["slow-pattern"],
    ],
    [
      "a slow pattern in oneOf",
      "openapi-3.1",
      {
        oneOf: [
          { type: "string", pattern: "^(a+)+$" },
          { type: "string", pattern: "^b" },
        ],
      },
      {
        anyOf: [
          { type: "string", "x-pattern": "^(a+)+$" },
          { type: "string", pattern: "^b" },
        ],
      },
      ["slow-pattern"],
    ],
    [
      "a slow pattern in contains",
      "openapi-3.1",
      { contains: { pattern: "^(a+)+$" }, minContains: 1, maxContains: 2 },
      { contains: { "x-pattern": "^(a+)+$" }, minContains: 1 },
      ["slow-pattern"],
    ],
    [
      "a slow pattern of names beside unevaluatedProperties",
      "openapi-3.1",
      { patternProperties: { "^(a+)+$": {} }, unevaluatedProperties: false },
      { patternProperties: {} },
      ["slow-pattern"],
    ],
    [
      "a slow pattern of names in a part of the schema",
      "openapi-3.1",
      { anyOf: [{ allOf: [{ patternProperties: { "^(a+)+$": {} } }] }, {}], unevaluatedProperties: false },
      { anyOf: [{ allOf: [{ patternProperties: {} }] }, {}] },
      ["slow-pattern"],
    ],
    [
      "a slow pattern in a condition beside unevaluatedProperties",
      "openapi-3.1",
      { ...when({ properties: { a: { pattern: "^(a+)+$" } } }, { properties: { b: {} } }), unevaluatedProperties: false },
      {},
      ["slow-pattern"],
    ],
    [
      "a slow pattern of a member beside unevaluatedProperties",
      "openapi-3.1",
      { properties: { a: { pattern: "^(a+)+$", patternProperties: { "(?i)a": {} } } }, unevaluatedProperties: false },
      { properties: { a: { "x-pattern": "^(a+)+$", patternProperties: {} } }, unevaluatedProperties: false },
      ["slow-pattern", "invalid-pattern"],
    ],
    ["a name alone in dependentRequired", "openapi-3.1", { dependentRequired: { a: "b" } }, {}, ["unusable-keyword"]],
    ["no schema at all", "openapi-3.1", { properties: { a: null } }, { properties: { a: {} } }, ["unusable-keyword"]],
  ])("for %s", (_, dialect, source, expected, codes) => {
    expect(convert(dialect, source)).toEqual({ json: expected, codes });
  });

  const other = "values-of-another-type";
  test.each<[string, Dialect, Json, string[]]>([
    ["numbers for texts", "openapi-3.0", { type: "string", enum: [1, 2] }, [other]],
    ["texts for whole numbers", "openapi-2.0", { type: "integer", enum: ["1", "2"] }, [other]],
    ["a fraction for whole numbers", "openapi-3.1", { type: "integer", enum: [1.5] }, [other]],
    ["the items' values for lists", "openapi-3.0", { type: "array", items: { type: "string" }, enum: ["a"] }, [other]],
    ["a constant", "openapi-3.1", { type: ["string", "null"], const: 1 }, [other]],
    ["all but null, where null is added", "openapi-3.0", { type: "string", nullable: true, enum: [1] }, [other]],
    ["all but null", "openapi-3.0", { type: "string", nullable: true, enum: [3, null] }, [other]],
    ["all but null of two types", "openapi-3.1", { type: ["string", "null"], enum: [3, null] }, [other]],
    ["a type that is read as another", "openapi-3.1", { type: "String", enum: [1] }, [other, "unknown-schema-type"]],
    ["one that fits", "openapi-3.0", { type: "string", enum: [1, "a"] }, []],
    ["null, where it is allowed", "openapi-3.0", { type: "string", nullable: true, enum: [null] }, []],
    ["null as a constant beside nullable", "openapi-3.0", { type: "string", nullable: true, const: null }, []],
    ["a whole number that is written with a point", "openapi-3.1", { type: "integer", const: 1.0 }, []],
    ["any of several types", "openapi-3.1", { type: ["string", "integer"], enum: [1] }, []],
    ["objects and lists", "openapi-3.1", { type: ["object", "array"], enum: [[], {}] }, []],
    ["no type", "openapi-3.1", { enum: [1] }, []],
    ["a type that nothing is known of", "openapi-3.0", { type: "any", enum: [1] }, ["unknown-schema-type"]],
    ["protobuf's texts of numbers", "ces", { type: "INTEGER", enum: ["1", "2"] }, []],
  ])("for values that the type excludes: %s", (_, dialect, source, codes) => {
    expect([...convert(dialect, source).codes].sort()).toEqual([...codes].sort());
  });
});

test.each<[string, Dialect, Json, Json]>([
  ["numbers for texts", "openapi-3.0", { type: "string", enum: [1, true] }, { type: "string", enum: ["1", "true"] }],
  ["texts for numbers", "openapi-2.0", { type: "integer", enum: ["1", "-20"] }, { type: "integer", enum: [1, -20] }],
  ["texts for flags", "openapi-3.1", { type: "boolean", const: "true" }, { type: "boolean", const: true }],
  ["null among them", "openapi-3.1", { type: ["string", "null"], enum: [3, null] }, { type: ["string", "null"], enum: ["3", null] }],
  ["one that no number is", "openapi-2.0", { type: "integer", enum: ["1", "1.5"] }, { type: "integer", enum: ["1", "1.5"] }],
  ["a numeral of another form", "openapi-2.0", { type: "integer", enum: ["007"] }, { type: "integer", enum: ["007"] }],
  ["one that fits", "openapi-3.0", { type: "string", enum: [1, "a"] }, { type: "string", enum: [1, "a"] }],
])("listed values are coerced to the type that excludes all of them: %s", (_, dialect, source, expected) => {
  expect(convert(dialect, source).json).toEqual(expected);
});

describe("the schema of an input or an output", () => {
  const pet = {
    type: "object",
    additionalProperties: false,
    required: ["id", "name"],
    properties: { id: { type: "string", readOnly: true }, name: { type: "string" }, secret: { type: "string", writeOnly: true } },
  };
  const holder = {
    Pet: pet,
    Shelf: { properties: { pets: { items: { $ref: "#/components/schemas/Pet" } } } },
    Plain: { properties: { self: { $ref: "#/components/schemas/Plain" } } },
  };

  test("omits members of the other direction, and an output allows further members", () => {
    const { library, at } = libraryOfSchemas("openapi-3.0", holder);
    expect(library.convert(at("Pet"), "input").schema.json).toEqual({
      type: "object",
      additionalProperties: false,
      required: ["name"],
      properties: { name: { type: "string" }, secret: { type: "string", writeOnly: true } },
    });
    expect(library.convert(at("Pet"), "output").schema.json).toEqual({
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
    });
    const { library: asWritten } = libraryOfSchemas("openapi-3.0", holder, { outputs: "as-written" });
    expect(asWritten.convert(at("Pet"), "output").schema.json).toMatchObject({ additionalProperties: false });
  });

  test("has two names for a shared schema only if input and output differ in what it reaches", () => {
    const { library, at } = libraryOfSchemas("openapi-3.0", {
      ...holder,
      Use: { allOf: [{ $ref: "#/components/schemas/Shelf" }, { $ref: "#/components/schemas/Plain" }] },
    });
    const input = library.convert(at("Use"), "input");
    const output = library.convert(at("Use"), "output");
    expect(input.uses).toEqual(["Plain", "ShelfInput"]);
    expect(output.uses).toEqual(["Plain", "Shelf"]);
    const shared = library.shared([...input.uses, ...output.uses]);
    expect([...shared.keys()]).toEqual(["Pet", "PetInput", "Plain", "Shelf", "ShelfInput"]);
    expect([...closure(shared, [input.schema.json])].sort()).toEqual(["PetInput", "Plain", "ShelfInput"]);
    expect(Object.keys(selfContained(output.schema.json, shared).$defs ?? {})).toEqual(["Pet", "Plain", "Shelf"]);
  });

  test("has a name for the input that no authored schema has", () => {
    const { library, at } = libraryOfSchemas("openapi-3.0", {
      Pet: pet,
      PetInput: { type: "string" },
      Use: { allOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/PetInput" }] },
    });
    expect(library.convert(at("Use"), "input").uses).toEqual(["PetInput", expect.stringMatching(/^PetInput_[0-9a-f]{8}$/)]);
  });

  test("does not require in one part of `allOf` a member that another part omits", () => {
    const { json } = convert("openapi-3.0", { allOf: [{ properties: { id: { readOnly: true }, a: {} } }, { required: ["id", "a"] }] });
    expect(json).toEqual({ allOf: [{ properties: { a: {} } }, { required: ["a"] }] });
  });

  test("has one of two alternatives of an output that are alike once they allow further members", () => {
    const branch = (name: string) => ({ type: "object", properties: { [name]: {} }, additionalProperties: false });
    expect(convert("openapi-3.0", { oneOf: [branch("a"), branch("b")] }, "output").json).toEqual({
      anyOf: [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { b: {} } },
      ],
    });
    expect(convert("openapi-3.0", { oneOf: [branch("a")], not: branch("b") }, "input").json).toEqual({
      oneOf: [branch("a")],
      not: branch("b"),
    });
    expect(convert("openapi-3.0", { not: branch("b") }, "output").json).toEqual({});
  });
});

describe("a reference in a schema", () => {
  test("to an invalid part is reported at every use", () => {
    const schemas = {
      A: { $ref: "#/components/schemas/B" },
      B: { properties: { c: { $ref: "#/components/schemas/C" }, a: { $ref: "#/components/schemas/A" } } },
      C: { $ref: "#/nowhere" },
      D: { type: "string" },
    };
    const { library, at } = libraryOfSchemas("openapi-3.0", { ...schemas, Use: { items: { $ref: "#/components/schemas/A" } } });
    expect(library.convert(at("Use"), "input").broken.map(({ path }) => pointerOf(path))).toEqual(["/components/schemas/C/$ref"]);
    expect(library.convert(at("D"), "input").broken).toEqual([]);
  });

  test("to a schema with an invalid value breaks each schema that uses it", () => {
    const schemas = { A: { properties: { x: { type: "string" } } }, B: { items: { $ref: "#/components/schemas/A" } }, C: {} };
    const { tree, at } = libraryOfSchemas("openapi-3.0", schemas);
    const invalid = at("A", "properties", "x", "type").path;
    const named = Object.keys(schemas).map((key) => ({ key, place: at(key) }));
    const library = createSchemaLibrary({
      dialect: "openapi-3.0",
      named,
      follow: followLocally,
      invalidPaths: new Map([[tree, [invalid]]]),
      reasoning: createReasoning(),
    });
    const broken = (...path: string[]) => library.convert(at(...path), "input").broken.map((origin) => origin.path);
    expect(broken("A")).toEqual([invalid]);
    expect(broken("A", "properties", "x")).toEqual([invalid]);
    expect(broken("B")).toEqual([invalid]);
    expect(broken("C")).toEqual([]);
  });

  test("that never ends is cut at its `allOf`", () => {
    const { library, at } = libraryOfSchemas("openapi-3.0", {
      Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }] },
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { meow: {} } }] },
      Alias: { $ref: "#/components/schemas/Alias" },
      Use: { items: { $ref: "#/components/schemas/Pet" }, contains: { $ref: "#/components/schemas/Alias" } },
    });
    const shared = library.shared(library.convert(at("Use"), "output").uses);
    expect(shared.get("Cat")?.json).toEqual({ allOf: [{}, { properties: { meow: {} } }] });
    expect(shared.get("Pet")?.json).toEqual({ oneOf: [{ $ref: "#/$defs/Cat" }] });
    expect(shared.get("Alias")?.json).toEqual({});
    expect(library.diagnostics().map(({ code }) => code)).toEqual(["endless-reference", "endless-reference"]);
  });

  test("may lead to anchors, identifiers and nested definitions", () => {
    const { library, at } = libraryOfSchemas("openapi-3.1", {
      Tree: {
        $id: "https://example.com/tree",
        $dynamicAnchor: "node",
        properties: { kids: { items: { $dynamicRef: "#node" } }, leaf: { $ref: "#/$defs/Leaf" }, n: { $ref: "#named" } },
        $defs: { Leaf: { type: "string" }, N: { $anchor: "named", type: "number" } },
      },
      Use: { anyOf: [{ $ref: "https://example.com/tree" }, { $ref: "https://example.com/tree#/$defs/Leaf" }] },
    });
    const { schema, uses, broken } = library.convert(at("Use"), "input");
    expect(broken).toEqual([]);
    const leaf = uses.find((name) => name.startsWith("Leaf_")) ?? "";
    expect(schema.json).toEqual({ anyOf: [{ $ref: "#/$defs/Tree" }, { $ref: `#/$defs/${leaf}` }] });
    const shared = library.shared(uses);
    expect(shared.get("Tree")?.json).toMatchObject({
      properties: { kids: { items: { $ref: "#/$defs/Tree" } }, leaf: { $ref: `#/$defs/${leaf}` } },
    });
    expect([...shared.keys()].map((name) => name.replace(/_.*/, ""))).toEqual(["Leaf", "N", "Tree"]);
  });

  test("in a discriminator names the shared schema", () => {
    const { json } = convert("openapi-3.0", {
      oneOf: [other],
      discriminator: { propertyName: "kind", mapping: { o: "#/components/schemas/Other" } },
    });
    expect(json).toEqual({ oneOf: [{ $ref: "#/$defs/Other" }], discriminator: { propertyName: "kind", mapping: { o: "#/$defs/Other" } } });
  });
});

test("to a file in a part of a form becomes the schema of a file", () => {
  const { library, at } = libraryOfSchemas("openapi-3.0", { Root: { type: "array", items: { type: "string", format: "binary" } } });
  expect(library.convertPart(at("Root")).schema.json).toEqual({ type: "array", items: fileSchema });
  expect(library.convert(at("Root"), "input").schema.json).toEqual({ type: "array", items: { type: "string", format: "binary" } });
});

test("leads from each part of the converted schema to its place in the source", () => {
  const { library, at } = libraryOfSchemas("openapi-3.0", {
    Root: { properties: { a: { nullable: true, allOf: [{ properties: { b: { type: "string", nullable: true } } }] } } },
  });
  const { schema } = library.convert(at("Root"), "input");
  const pointer = (...path: (string | number)[]) => pointerOf(originOf(schema, path).path);
  expect(pointer("properties", "a", "anyOf", 0, "allOf", 0, "properties", "b")).toBe(
    "/components/schemas/Root/properties/a/allOf/0/properties/b",
  );
  expect(pointer("properties", "a", "anyOf", 1)).toBe("/components/schemas/Root/properties/a");
  expect(pointer("properties", "a")).toBe("/components/schemas/Root/properties/a");
});

test("an array with an unknown type of items allows any type", () => {
  expect(convert("openapi-3.1", { type: ["string", "whatever"] })).toEqual({ json: {}, codes: ["unknown-schema-type"] });
});
