import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { renderModule } from "../../src/targets/code/render-module.ts";
import { withoutCircularAliases } from "../../src/targets/types/declarations.ts";
import { alias } from "../../src/targets/types/declare-type.ts";
import { printingOf } from "../../src/targets/types/print-type.ts";
import { typeOfSchema } from "../../src/targets/types/type-of-schema.ts";

const schemas = new Map<string, { json: JsonObject }>([
  ["Cat", { json: { type: "object", properties: { kind: { type: "string" }, lives: { type: "integer" } } } }],
  ["Dog", { json: { type: "object", properties: { kind: { const: "dog" } }, required: ["kind"] } }],
  ["Bird", { json: { oneOf: [{ type: "object", properties: { kind: { enum: ["owl"] } } }, { $ref: "#/$defs/Dog" }] } }],
  ["Fish", { json: { type: "object", properties: { kind: { anyOf: [{ $ref: "#/$defs/Mode" }, { type: "null" }] } } } }],
  ["Dogs", { json: { type: "array", items: { $ref: "#/$defs/Dog" } } }],
  ["Nothing", { json: { type: "object", properties: {}, description: "Its members are all read-only." } }],
  ["Mode", { json: { type: "string", enum: ["x", "y"] } }],
  ["Self", { json: { anyOf: [{ $ref: "#/$defs/Self" }, { type: "string" }] } }],
]);

const printing = printingOf(new Set<string>());

function print(schema: Json): { text: string; widened: string[] } {
  const widened: string[] = [];
  const type = typeOfSchema(schema, { schemas, onWidened: (keyword) => widened.push(keyword) });
  const text = renderModule({ banner: "", namespaces: [], statements: [alias("T", type, { schema: true, printing })] }, "ts");
  return { text: text.slice(text.indexOf(" =") + 2, -2).replace(/^ /, ""), widened };
}

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

const cases: [schema: Json, type: string][] = [
  [true, "unknown"],
  [false, "never"],
  [{}, "unknown"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ const: "a" }, `"a"`],
  [{ const: null }, "null"],
  [{ enum: ["a", 1, true, null, { b: [2] }] }, `"a" | 1 | true | null | { b: [2] }`],
  [{ type: "string", enum: ["a", null] }, `"a"`],
  [{ enum: [] }, "never"],
  [{ anyOf: [{ enum: ["a", "b"] }, { type: "string" }] }, `"a" | "b" | (string & {})`],
  [{ anyOf: [{ type: ["string", "null"] }, { const: "a" }] }, `(string & {}) | null | "a"`],
  // Untyped items beside alternatives are those of the arrays among them.
  [{ items: { type: "string" }, oneOf: [{ type: "array" }, { type: "string" }] }, "string[] | string"],
  [{ items: ref("Mode"), anyOf: [{ type: "null" }, { type: "array", minItems: 1 }] }, "null | Mode[]"],
  [{ items: { type: "string" }, oneOf: [{ minItems: 1 }, { maxItems: 0 }] }, "string[]"],
  [{ oneOf: [ref("Mode"), { type: "string", format: "uri" }, { type: "null" }] }, "Mode | (string & {}) | null"],
  [{ type: "string", anyOf: [{ enum: ["a"] }, {}, { type: "string" }] }, "string"],
  [{ type: ["string", "null"], anyOf: [{ enum: ["a"] }, { type: "string" }] }, `"a" | (string & {})`],
  [{ type: "array", items: { anyOf: [{ const: "a" }, { type: "string" }] } }, `("a" | (string & {}))[]`],
  [{ anyOf: [{ anyOf: [{ const: "a" }, { type: "string" }] }, { type: "string" }, { const: "b" }] }, `"a" | (string & {}) | "b"`],
  [{ anyOf: [{ const: 1 }, { type: "number" }] }, "number"],
  [{ const: { a: 1 }, description: "x" }, "{ a: 1 }"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "array", items: { type: ["string", "number"] } }, "(string | number)[]"],
  [{ type: "array", items: { type: "array", items: ref("Cat") } }, "Cat[][]"],
  [{ prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 }, "[string, number]"],
  [{ prefixItems: [{ type: "string" }, { type: "number" }], minItems: 1 }, "[string, number?, ...unknown[]]"],
  [{ type: "array", prefixItems: [{ type: "string" }], items: { type: "boolean" } }, "[string?, ...boolean[]]"],
  [{ type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 }, "number[]"],
  [{ type: "array", items: { type: "string" }, maxItems: 3 }, "string[]"],
  [{ type: "array", items: { type: "string" }, minItems: 1 }, "string[]"],
  [{ type: "array", items: { type: "string" }, minItems: 9 }, "string[]"],
  [{ type: "array", items: { type: "string" }, minItems: 2, maxItems: 1 }, "never"],
  [{ type: "array", items: false }, "[]"],
  [{ type: "object" }, "{ [key: string]: unknown }"],
  [{ properties: { a: false, b: true } }, "{ b?: unknown }"],
  [{ properties: { a: false }, additionalProperties: { type: "string" } }, "{ a?: never; [key: string]: string | undefined }"],
  [{ type: "object", properties: {}, additionalProperties: false }, "{ [key: string]: never }"],
  [{ type: "object", properties: { a: { type: "string" }, "b-c": {} }, required: ["a"] }, `{ a: string; "b-c"?: unknown }`],
  [{ properties: { a: { type: "string" } } }, "{ a?: string }"],
  [{ type: "object", properties: { a: { type: "string" } }, additionalProperties: true }, "{ a?: string; [key: string]: unknown }"],
  [
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
    "{ a?: string; [key: string]: number | string | undefined }",
  ],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number }"],
  [
    { type: "object", patternProperties: { "^x": { type: "number" }, "^y": ref("Cat") }, additionalProperties: false },
    "{ [key: string]: number | Cat }",
  ],
  [{ type: "object", patternProperties: { "^x": { type: "number" } } }, "{ [key: string]: unknown }"],
  [{ type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "number" } }, "{ a?: number; b?: number }"],
  [{ type: "object", properties: { gone: false, a: true } }, "{ a?: unknown }"],
  [{ type: "object", required: ["a"] }, "{ a: unknown }"],
  [{ allOf: [{ properties: { a: { type: "string" } } }, { required: ["a"] }] }, "{ a: string }"],
  [{ allOf: [ref("Cat"), { required: ["kind"] }] }, "Cat & { kind: string }"],
  [{ required: ["lives"], allOf: [ref("Cat")] }, "{ lives: number } & Cat"],
  [{ required: ["color"], allOf: [ref("Cat")] }, "{ color: unknown } & Cat"],
  [{ allOf: [ref("Nothing"), { properties: { a: { type: "string" } } }] }, "{ a?: string }"],
  [ref("Nothing"), "Nothing"],
  [{ type: "object", properties: {} }, "{ [key: string]: unknown }"],
  [{ type: ["object", "null"], ...ref("Cat") }, "Cat"],
  [{ type: "object", allOf: [ref("Cat")] }, "Cat"],
  [{ ...ref("Cat"), description: "with siblings", required: ["lives"] }, "Cat & { lives: number }"],
  [
    { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    "{ a?: unknown; b?: unknown } & ({ a: unknown } | { b: unknown })",
  ],
  [{ anyOf: [{ type: "string" }, { const: "a" }, {}] }, "unknown"],
  [{ anyOf: [{ type: "string" }, { const: "a" }] }, `(string & {}) | "a"`],
  [{ oneOf: [ref("Cat"), ref("Dog"), ref("Cat"), { type: "null" }] }, "Cat | Dog | null"],
  [{ type: "string", anyOf: [{ enum: ["a"] }, { type: "null" }] }, `"a"`],
  [
    {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/$defs/Cat", tiger: "Cat", dog: "#/$defs/Dog" } },
    },
    `(Cat & { kind: "cat" | "tiger" }) | Dog`,
  ],
  [
    { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping: { cat: "#/$defs/Cat" } } },
    `(Cat & { kind: "cat" }) | Dog`,
  ],
  [
    {
      oneOf: [ref("Cat"), { type: "null" }],
      discriminator: { propertyName: "kind", mapping: { cat: "#/$defs/Cat" } },
    },
    `(Cat & { kind: "cat" }) | null`,
  ],
  [
    // A mapping is silent about what leads to two alternatives, such as "dog" here.
    {
      oneOf: [ref("Dog"), ref("Bird"), ref("Fish")],
      discriminator: { propertyName: "kind", mapping: { owl: "#/$defs/Bird", Fish: "#/$defs/Fish" } },
    },
    "Dog | Bird | Fish",
  ],
  [
    {
      oneOf: [ref("Dog"), ref("Dogs")],
      discriminator: { propertyName: "kind", mapping: { array: "#/$defs/Dogs", dog: "#/$defs/Dog" } },
    },
    "Dog | Dogs",
  ],
  [{ type: "string", not: { const: "a" } }, "string"],
  [JSON.parse(`{ "if": { "type": "string" }, "then": { "const": "a" }, "else": { "type": "number" } }`), `"a" | number`],
  [ref("Missing"), "unknown"],
  [{ type: "nonsense" }, "unknown"],
  [{ type: "object", properties: JSON.parse(`{ "__proto__": { "type": "string" } }`) }, `{ "__proto__"?: string }`],
  [{ const: Number.POSITIVE_INFINITY }, "number"],
];

describe("the type of a schema", () => {
  test.each(cases)("of %j is %s", (schema, type) => {
    expect(print(schema).text).toBe(type);
  });

  test("is reported as incomplete for keywords that have no type", () => {
    expect(print({ type: "object", not: {}, dependentRequired: { a: ["b"] }, properties: { if: { if: {} } } }).widened).toEqual([
      "not",
      "dependentRequired",
      "if",
    ]);
  });

  test("has a line for each member if it is long or has comments", () => {
    const long = Object.fromEntries(
      ["first", "second", "third"].map((name) => [name, { type: "string", enum: ["a".repeat(20), "b".repeat(20)] }]),
    );
    expect(
      print({
        type: "array",
        items: { type: "object", properties: { ...long, on: { type: "string", format: "date", default: "*/", deprecated: true } } },
      }).text,
    ).toBe(
      `{
  first?: "aaaaaaaaaaaaaaaaaaaa" | "bbbbbbbbbbbbbbbbbbbb";
  second?: "aaaaaaaaaaaaaaaaaaaa" | "bbbbbbbbbbbbbbbbbbbb";
  third?: "aaaaaaaaaaaaaaaaaaaa" | "bbbbbbbbbbbbbbbbbbbb";
  /**
   * @format date
   * @default "*\\/"
   * @deprecated
   */
  on?: string;
}[]`,
    );
    expect(print({ enum: Array.from({ length: 9 }, (_, at) => `value number ${at}`) }).text.split("\n")[1]).toBe(`  | "value number 0"`);
  });

  // What looks at each level twice would not end in a lifetime.
  test("ends at any depth of the schema", () => {
    let deep: Json = { type: "string", description: "x" };
    for (let level = 0; level < 45; level++) deep = { type: "array", items: { type: "object", properties: { a: deep } } };
    expect(print(deep).text).toContain("[]");
  });

  test("of two large enums in `allOf` is their common values, in linear time", () => {
    const values = (start: number) => Array.from({ length: 20_000 }, (_, at) => `value ${start + at}`);
    expect(print({ allOf: [{ enum: values(0) }, { enum: values(19_998) }] }).text).toBe(`"value 19998" | "value 19999"`);
    expect(print({ allOf: [{ enum: ["a", 1, null] }, { type: ["string", "null"] }] }).text).toBe(`"a" | null`);
    expect(print({ allOf: [{ type: ["null", "number"] }, { enum: ["a", 1, null] }] }).text).toBe("null | 1");
  });

  test("is never an alias of itself", () => {
    const context = { schemas, onWidened: () => undefined };
    const types = new Map([...schemas].map(([name, { json }]) => [name, typeOfSchema(json, context)]));
    expect(withoutCircularAliases(types).get("Self")).toEqual({ kind: "keyword", name: "string" });
    const circle = new Map([
      ["A", typeOfSchema(ref("Cat"), context)],
      ["Cat", typeOfSchema(ref("Dog"), context)],
      ["Dog", typeOfSchema(ref("Cat"), context)],
    ]);
    const cut = withoutCircularAliases(circle);
    expect(cut.get("A")).toEqual({ kind: "reference", name: "Cat" });
    expect(cut.get("Dog")).toEqual({ kind: "keyword", name: "unknown" });
  });
});

describe("for schemas that refer to each other many times, linear time is enough", () => {
  const chain = (length: number, last: JsonObject, link: (next: JsonObject) => JsonObject) =>
    new Map([
      ...Array.from({ length }, (_, index): [string, { json: JsonObject }] => [`A${index}`, { json: link(ref(`A${index + 1}`)) }]),
      [`A${length}`, { json: last }] as const,
    ]);

  // There are 2^100 paths to the last one.
  test("to find the types of a discriminator's alternatives", () => {
    const shared = chain(100, { type: "object", properties: { kind: { const: "a" } } }, (next) => ({ anyOf: [next, next] }));
    const schema = { oneOf: [ref("A0")], discriminator: { propertyName: "kind", mapping: { b: "#/$defs/A0" } } };
    expect(typeOfSchema(schema, { schemas: shared, onWidened: () => undefined })).toEqual({ kind: "reference", name: "A0" });
  });

  // There are 500^8 paths to the last one.
  test("to find a member that only one part of `allOf` declares", () => {
    const last = { type: "object", properties: { b: { type: "string" } } };
    const shared = chain(8, last, (next) => ({ allOf: Array.from({ length: 500 }, () => next) }));
    const schema = { allOf: [ref("A0"), { type: "object", required: ["a", "b"] }] };
    const type = typeOfSchema(schema, { schemas: shared, onWidened: () => undefined });
    expect(type).toMatchObject({ kind: "intersection", members: [{ name: "A0" }, {}] });
    const required = type.kind === "intersection" ? type.members[1] : undefined;
    expect(required?.kind === "object" ? required.members.get("b")?.type : undefined).toEqual({ kind: "keyword", name: "string" });
  });
});
