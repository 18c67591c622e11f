import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { selfContained } from "../../src/schema/closure.ts";
import type { Direction } from "../../src/schema/convert/converted.ts";
import type { Dialect } from "../../src/schema/convert/dialect.ts";
import { originOf } from "../../src/schema/origin-of.ts";
import type { LibraryOptions } from "../../src/schema/schema-library.ts";
import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { pointerOf } from "../../src/source/tree.ts";
import { libraryOfSchemas } from "./collect.ts";

const string = { type: "string" };
/** An object with these members, which are strings; those with `!` are required. */
function object(names: string, others?: Json): JsonObject {
  const all = names.split(" ");
  const required = all.filter((name) => name.endsWith("!")).map((name) => name.slice(0, -1));
  return {
    type: "object",
    properties: Object.fromEntries(all.map((name) => [name.replace("!", ""), string])),
    ...(required.length > 0 ? { required } : {}),
    ...(others === undefined ? {} : { additionalProperties: others }),
  };
}
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

interface Example {
  readonly schemas: JsonObject;
  readonly accepts: readonly Json[];
  readonly rejects: readonly Json[];
}

function converted(dialect: Dialect, schemas: JsonObject, direction: Direction = "input", options: Partial<LibraryOptions> = {}) {
  const { library, at } = libraryOfSchemas(dialect, schemas, options);
  const use = library.convert(at("Root"), direction);
  return { ...use, library, at, json: selfContained(use.schema.json, library.shared(use.uses)) };
}

/** An outside validator. */
function validator(schema: JsonObject) {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (value: Json) => validate(value);
}

describe("closed objects in `allOf` that reject each other's members are read as one object", () => {
  const both = { accepts: [{ a: "", b: "" }], rejects: [{ a: "", b: "", x: "" }, { a: "" }, { b: "" }, { a: "", b: 1 }] };
  test.each<[string, Dialect, Example]>([
    ["two closed parts", "openapi-3.0", { schemas: { Root: { allOf: [object("a!", false), object("b!", false)] } }, ...both }],
    ["a closed part beside an open one", "openapi-3.0", { schemas: { Root: { allOf: [object("a!", false), object("b!")] } }, ...both }],
    [
      "a closed part of an object that contains the object, which accepts any value there",
      "openapi-3.0",
      {
        schemas: {
          Root: { oneOf: [{ properties: { a: { allOf: [to("Root"), object("b", false)], anyOf: [{ type: "object" }] } } }] },
        },
        accepts: [{}, { a: { b: "" } }, { a: { a: { b: "" } } }, { a: { a: { a: 1 } } }],
        rejects: [{ a: 1 }, { a: { b: 1 } }, { a: { x: "" } }],
      },
    ],
    [
      "a closed part behind a reference",
      "openapi-3.1",
      { schemas: { Root: { allOf: [to("A"), object("b!")] }, A: object("a!", false) }, ...both },
    ],
    [
      "closed parts behind references to references",
      "openapi-3.0",
      {
        schemas: { Root: { allOf: [to("A"), to("B")] }, A: { allOf: [to("C")] }, C: object("a!", false), B: object("b!", false) },
        ...both,
      },
    ],
    ["members beside the allOf", "openapi-3.0", { schemas: { Root: { allOf: [object("a!", false)], ...object("b!", false) } }, ...both }],
    ["open members beside the allOf", "openapi-3.0", { schemas: { Root: { allOf: [object("a!", false)], ...object("b!") } }, ...both }],
    [
      "members beside a reference",
      "openapi-3.1",
      { schemas: { Root: { ...to("A"), ...object("b!", false) }, A: object("a!", false) }, ...both },
    ],
    [
      "nested allOf",
      "2020-12",
      { schemas: { Root: { allOf: [{ allOf: [object("a!", false)] }, { allOf: [object("b!", false)] }] } }, ...both },
    ],
    [
      "parts without unevaluated members",
      "2020-12",
      {
        schemas: {
          Root: {
            allOf: [
              { ...object("a!"), unevaluatedProperties: false },
              { ...object("b!"), unevaluatedProperties: false },
            ],
          },
        },
        ...both,
      },
    ],
    [
      "an object without unevaluated members, with a closed part",
      "openapi-3.1",
      { schemas: { Root: { allOf: [object("a!", false), object("b!")], unevaluatedProperties: false } }, ...both },
    ],
    [
      "a part that explicitly accepts other members",
      "openapi-3.0",
      { schemas: { Root: { allOf: [object("a!", false), object("b!", true)] } }, accepts: [{ a: "", b: "", x: 1 }], rejects: [{ a: "" }] },
    ],
    [
      "a part whose other members have a schema",
      "openapi-3.0",
      {
        schemas: { Root: { allOf: [object("a!", false), object("b!", { type: "integer" })] } },
        accepts: [],
        rejects: [{ a: "", b: "", x: "" }],
      },
    ],
    [
      "a member of two parts",
      "openapi-3.0",
      {
        schemas: {
          Root: { allOf: [object("a! id!", false), { ...object("b!", false), properties: { b: string, id: { maxLength: 1 } } }] },
        },
        accepts: [{ a: "", b: "", id: "1" }],
        rejects: [
          { a: "", b: "", id: "12" },
          { a: "", b: "", id: 1 },
        ],
      },
    ],
    [
      "closed alternatives",
      "openapi-3.0",
      {
        schemas: { Root: { ...object("id!"), oneOf: [object("a!", false), to("B")] }, B: object("b!", false) },
        accepts: [
          { id: "", a: "" },
          { id: "", b: "" },
        ],
        rejects: [{ a: "" }, { id: "" }, { id: "", a: "", x: "" }, { id: "", a: "", b: "" }],
      },
    ],
    [
      "open alternatives in a closed object",
      "openapi-3.0",
      {
        schemas: { Root: { ...object("id!", false), anyOf: [object("a!"), object("b!")] } },
        accepts: [
          { id: "", a: "" },
          { id: "", b: "" },
        ],
        rejects: [{ id: "" }, { id: "", a: "", x: "" }],
      },
    ],
    [
      "closed alternatives of a part",
      "openapi-3.1",
      {
        schemas: {
          Root: { allOf: [object("id!", false), { oneOf: [object("a!", false), { allOf: [object("b!", false), object("c!", false)] }] }] },
        },
        accepts: [
          { id: "", a: "" },
          { id: "", b: "", c: "" },
        ],
        rejects: [
          { id: "", b: "" },
          { id: "", a: "", x: "" },
        ],
      },
    ],
    [
      "a nullable object",
      "openapi-3.0",
      {
        schemas: { Root: { nullable: true, allOf: [object("a!", false), object("b!")] } },
        accepts: [null, { a: "", b: "" }],
        rejects: [{ a: "" }, ""],
      },
    ],
    [
      "other keywords of the parts",
      "openapi-3.1",
      {
        schemas: {
          Root: {
            minProperties: 3,
            allOf: [
              { ...object("a! c", false), not: { required: ["d"] } },
              { ...object("b! d", false), maxProperties: 3 },
            ],
          },
        },
        accepts: [{ a: "", b: "", c: "" }],
        rejects: [
          { a: "", b: "" },
          { a: "", b: "", d: "" },
        ],
      },
    ],
    [
      "parts without a member in an input",
      "openapi-3.0",
      {
        schemas: {
          Root: { allOf: [{ ...object("a! id!", false), properties: { a: string, id: { ...string, readOnly: true } } }, object("b!")] },
        },
        accepts: [{ a: "", b: "" }],
        rejects: [{ a: "", b: "", id: "" }],
      },
    ],
    [
      "parts in capitals",
      "ces",
      {
        schemas: {
          Root: {
            allOf: [
              { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"], additionalProperties: false },
              { type: "OBJECT", properties: { b: { type: "STRING" } }, required: ["b"], additionalProperties: false },
            ],
          },
        },
        ...both,
      },
    ],
  ])("if there are %s", (_, dialect, { schemas, accepts, rejects }) => {
    const { json, library } = converted(dialect, schemas);
    const isValid = validator(json);
    expect(accepts.filter((value) => !isValid(value))).toEqual([]);
    expect(rejects.filter(isValid)).toEqual([]);
    expect(library.diagnostics().map(({ code }) => code)).toEqual(["closed-part"]);
  });

  test("which is flat and has the origins of its members", () => {
    const { schema, at } = converted("openapi-3.0", {
      Root: { description: "Adds a member.", allOf: [to("Key"), object("email!")] },
      Key: { ...object("key!", false), description: "A key." },
    });
    expect(schema.json).toEqual({
      description: "Adds a member.",
      type: "object",
      properties: { key: string, email: string },
      required: ["key", "email"],
      additionalProperties: false,
    });
    const placeOf = (name: string) => pointerOf(originOf(schema, ["properties", name, "type"]).path);
    expect(placeOf("key")).toBe(pointerOf(at("Key", "properties", "key", "type").path));
    expect(placeOf("email")).toBe(pointerOf(at("Root", "allOf", 1, "properties", "email", "type").path));
  });

  test("while a closed object that is also used alone stays closed there", () => {
    const { json } = converted("openapi-3.0", {
      Root: { type: "object", properties: { one: to("A"), two: { allOf: [to("A"), object("b")] } } },
      A: object("a", false),
    });
    const isValid = validator(json);
    expect(isValid({ one: { a: "" }, two: { a: "", b: "" } })).toBe(true);
    expect(isValid({ one: { a: "", b: "" } })).toBe(false);
  });

  test("with one warning at the first, which says how many there are", () => {
    const { library, at } = converted("openapi-3.0", {
      Root: {
        type: "object",
        properties: { x: { allOf: [to("A"), object("b")] }, y: { allOf: [to("A"), object("c")] }, z: { allOf: [to("D"), to("A")] } },
      },
      A: object("a", false),
      D: object("d", false),
    });
    const [{ message, place } = { message: "", place: { tree: at().tree, path: [] } }, ...others] = library.diagnostics();
    expect(others).toEqual([]);
    expect(message).toContain('"additionalProperties: false" rejects the member "b"');
    expect(message).toContain("2 schemas reject such members");
    expect("path" in place && pointerOf(place.path)).toBe("/components/schemas/A/additionalProperties");
  });

  test("in an output only if the toolset rejects unknown fields", () => {
    const schemas = { Root: { allOf: [object("a", false), object("b", false)] } };
    expect(converted("openapi-3.0", schemas, "output").json).toEqual({ allOf: [object("a"), object("b")] });
    const { json } = converted("openapi-3.0", schemas, "output", { outputs: "as-written" });
    expect(json).toEqual(object("a b", false));
  });
});

describe("closed objects in `allOf` are not read as one object", () => {
  test.each<[string, Json]>([
    ["closed parts with the same members", { allOf: [object("a b", false), object("b a", false)] }],
    ["a closed object with one part", { allOf: [object("a", false)], description: "d" }],
    ["a closed object that lists the members of its parts", { allOf: [object("a"), object("b")], ...object("a b", false) }],
    ["an object without unevaluated members", { allOf: [object("a"), object("b")], unevaluatedProperties: false }],
    [
      "a closed object whose alternatives only require members",
      { ...object("a b", false), anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    ["closed alternatives", { oneOf: [object("a!", false), object("b!", false)] }],
  ])("if the standard gives them a meaning: %s", (_, schema) => {
    const { json, library } = converted("2020-12", { Root: schema });
    expect(json).toEqual(schema);
    expect(library.diagnostics()).toEqual([]);
  });

  test("below `not`, where that would make the input narrower", () => {
    const { json } = converted("2020-12", { Root: { type: "object", not: { allOf: [object("a", false), object("b", false)] } } });
    expect(validator(json)({ a: "", b: "" })).toBe(true);
  });

  test("where two alternatives accept the same value, which are then no longer exclusive", () => {
    const { json } = converted("2020-12", {
      Root: { oneOf: [{ allOf: [object("a!", false), object("b", false)] }, { allOf: [object("a!", false), object("c", false)] }] },
    });
    expect(validator(json)({ a: "" })).toBe(true);
  });

  test("if their chain is too long for validators", () => {
    const chain = Array.from(
      { length: 3_000 },
      (_, index) => [`S${index}`, { allOf: [to(`S${index + 1}`), object(`m${index}`, false)] }] as const,
    );
    const { library } = converted("openapi-3.0", { Root: to("S0"), ...Object.fromEntries(chain), S3000: object("end", false) });
    expect(library.diagnostics().map(({ code }) => code)).toEqual(["too-many-references", "closed-part"]);
  });
});
