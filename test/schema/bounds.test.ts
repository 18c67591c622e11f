import { describe, expect, test } from "vitest";
import { createImpossibleFinder } from "../../src/schema/reason/find-impossible.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { originOfValue } from "../../src/source/tree.ts";
import { isLong } from "../long.ts";
import { libraryOfSchemas } from "./collect.ts";
import { covers } from "./subsumption/cases.ts";

// Such documents are small, but recursion would overflow the stack, and lists for each schema would fill the memory.

const length = isLong ? 15_000 : 10_000;
const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });

function chain(last: Json, link: (index: number) => Json = (index) => ref(index + 1), links = length): JsonObject {
  return Object.fromEntries(Array.from({ length: links + 1 }, (_, index) => [`S${index}`, index < links ? link(index) : last]));
}

describe("a chain of references through all schemas of a document", () => {
  test.each((["openapi-3.1", "openapi-3.0"] as const).slice(isLong ? 0 : 1))("is followed to compare alternatives (%s)", (dialect) => {
    const schemas = { Root: { oneOf: [ref(0), { type: "string" }] }, ...chain({ type: "string", minLength: 1 }) };
    const { library, at } = libraryOfSchemas(dialect, schemas);
    expect(library.convert(at("Root"), "input").schema.json).toEqual({ anyOf: [{ $ref: "#/$defs/S0" }, { type: "string" }] });
    expect(library.diagnostics().map(({ code }) => code)).toEqual(["too-many-references", "overlapping-alternatives"]);
  });

  test("is followed to omit members", () => {
    const last = { type: "object", properties: { a: { readOnly: true }, b: {} } };
    const { library, at } = libraryOfSchemas("openapi-3.1", { Root: { allOf: [ref(0)], required: ["a", "b"] }, ...chain(last) });
    expect(library.convert(at("Root"), "input").schema.json.required).toEqual(["b"]);
  });

  test("is followed to find out why a schema accepts no value", () => {
    const { library, at } = libraryOfSchemas("openapi-3.1", { Root: ref(0), ...chain({ not: {} }) });
    const { schema, uses } = library.convert(at("Root"), "input");
    const impossible = createImpossibleFinder(library.shared(uses), createReasoning()).find(schema);
    expect(impossible).toMatchObject({ why: "the schema accepts no value", origin: { path: ["components", "schemas", `S${length}`] } });
  });

  test("of required members is followed for a limited number of steps", () => {
    const link = (index: number) => ({ type: "object", required: ["a"], properties: { a: ref(index + 1) } });
    const { library, at } = libraryOfSchemas("openapi-3.1", { Root: ref(0), ...chain({ not: {} }, link) });
    const far = library.convert(at("Root"), "input");
    expect(createImpossibleFinder(library.shared(far.uses), createReasoning()).find(far.schema)).toBeUndefined();
    const near = library.convert(at(`S${length - 50}`), "input");
    expect(createImpossibleFinder(library.shared(near.uses), createReasoning()).find(near.schema)?.why).toBe("the schema accepts no value");
  });

  test("with an invalid value in each has a limited number of findings", () => {
    const link = (index: number) => ({ properties: { a: ref(index + 1), b: 1 } });
    const schemas = chain({}, link, 2_000);
    const { tree } = libraryOfSchemas("openapi-3.1", schemas);
    const paths = Array.from({ length: 2_000 }, (_, index) => ["components", "schemas", `S${index}`, "properties", "b"]);
    const invalidPaths = new Map([[tree, paths]]);
    const named = Object.keys(schemas).map((key) => ({ key, place: { tree, path: ["components", "schemas", key] } }));
    const { library } = libraryOfSchemas("openapi-3.1", schemas, {
      invalidPaths,
      named,
      follow: ({ path }) => ({ tree, path: ["components", "schemas", `S${Number(String(path[2]).slice(1)) + 1}`] }),
    });
    const { broken } = library.convert({ tree, path: ["components", "schemas", "S0"] }, "input");
    expect(broken).toHaveLength(1_000);
    expect(broken[0]).toEqual(originOfValue(tree, paths[0] ?? []));
  });
});

test("the bounds of very many schemas in an `allOf` are compared in bounded time", () => {
  const allOf = Array.from({ length: 130_000 }, (_, index) => ({ minimum: index === 7 ? 5 : 1, maximum: 4 }));
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: { type: "integer", allOf } });
  const { schema } = library.convert(at("Root"), "input");
  expect(createImpossibleFinder(new Map(), createReasoning()).find(schema)?.why).toBe("a value must be at least 5 and at most 4");
});

test("very many values of a discriminator, and schemas of an `allOf`, are read in bounded time", () => {
  const alternative = (prefix: string, length: number) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: Array.from({ length }, (_, index) => `${prefix}${index}`) } },
  });
  const oneOf = [alternative("a", 130_000), alternative("b", isLong ? 130_000 : 1_000)];
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: { oneOf, discriminator: { propertyName: "kind" } } });
  // To compare the texts takes a tenth of the time of comparing the values.
  expect(JSON.stringify(library.convert(at("Root"), "input").schema.json["oneOf"]) === JSON.stringify(oneOf)).toBe(true);
  const allOf = Array.from({ length: 130_000 }, (_, index) => ({ minimum: index }));
  expect(covers({ minimum: 5 }, { allOf })).toEqual({ kind: "yes" });
});

test("a shared schema is converted without the others if it is looked up by its name", () => {
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: ref(0), S0: ref(1), S1: { type: "string" } });
  library.convert(at("Root"), "input");
  expect(library.named("S1")).toBeUndefined();
  expect(library.named("S0")?.json).toEqual({ $ref: "#/$defs/S1" });
  expect(library.named("S1")?.json).toEqual({ type: "string" });
});

test("very many exclusive alternatives with a new member and value are compared in bounded time", () => {
  const text = (maxLength: number) => ({ type: "string", maxLength });
  const own = (name: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, text(99)]));
  const payments = (sources: readonly string[], added: JsonObject) => {
    const source = { enum: sources };
    const payment = (name: string, members: JsonObject, required: readonly string[]) => {
      const properties = { attempt: { type: "string" }, stored: text(64), type: { enum: [name] }, ...members, ...added };
      return { type: "object", additionalProperties: false, required, properties };
    };
    return {
      oneOf: [
        payment("phone", { ...own("phone", 1), source }, ["phone0"]),
        payment("card", { ...own("card", 20), source }, []),
        payment("watch", { ...own("watch", 3), source }, ["watch0"]),
        payment("bank", own("bank", 1), []),
      ],
    };
  };
  const start = performance.now();
  const { kind } = covers(payments(["credit", "debit", "prepaid"], { data: text(5) }), payments(["credit", "debit"], {}));
  expect(kind).not.toBe("no");
  expect(performance.now() - start).toBeLessThan(20_000);
});
