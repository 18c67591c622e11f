import { describe, expect, test } from "vitest";
import { shortenName } from "../../src/lower/names/shorten-name.ts";
import { describeOperation } from "../../src/lower/openapi/describe-operation.ts";
import { isObjectSchema } from "../../src/lower/openapi/is-object.ts";
import { neverEmptyParameter } from "../../src/lower/openapi/never-empty.ts";
import { objectMembers } from "../../src/lower/openapi/object-members.ts";
import { reportBroken } from "../../src/lower/schemas/broken-schemas.ts";
import { checkExamples, type ExamplePart } from "../../src/lower/schemas/check-examples.ts";
import type { NamedSchemas } from "../../src/lower/schemas/schema-source.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import type { SchemaUse } from "../../src/schema/schema-library.ts";
import type { JsonSchema } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { originOfValue } from "../../src/source/tree.ts";

// The limits are the tests' own: without bounds, these take minutes to years.

const origin = originOfValue(parseTree({ path: "api.json", text: "{}" }), []);
const use = (json: JsonSchema): SchemaUse => ({ schema: { json, origin, moves: [] }, uses: [], broken: [] });

describe("schemas of which each refers to the next one many times", () => {
  const ref = (index: number) => ({ $ref: `#/$defs/S${index}` });

  function chain(length: number, link: (next: JsonSchema) => JsonSchema, last: JsonSchema): NamedSchemas {
    const schemas = Array.from({ length: length + 1 }, (_, index) => use(index < length ? link(ref(index + 1)) : last).schema);
    return { named: (name) => schemas[Number(name.slice(1))], reasoning: createReasoning() };
  }

  test("are searched for an object in bounded time", () => {
    expect(
      isObjectSchema(
        use(ref(0)),
        chain(60, (next) => ({ allOf: [next, next] }), {}),
      ),
    ).toBe(false);
    expect(
      isObjectSchema(
        use(ref(0)),
        chain(60, (next) => ({ allOf: [next, next] }), { type: "object" }),
      ),
    ).toBe(true);
  });

  test("are searched for types in bounded time", () => {
    const schemas = chain(60, (next) => ({ anyOf: Array.from({ length: 30 }, () => next) }), { type: "string", minLength: 1 });
    const placed = {
      parameter: { name: "a", in: "path", required: true, as: { style: "simple", explode: false, allowReserved: false } },
      path: "/{a}",
    } as const;
    expect(neverEmptyParameter(use(ref(0)), placed, schemas).schema.json).toEqual({ ...ref(0), minLength: 1 });
  });

  test("are searched for members in bounded time", () => {
    const schemas = chain(7, (next) => ({ allOf: Array.from({ length: 30 }, () => next) }), { type: "object" });
    expect(objectMembers(use(ref(0)), schemas)).toBeUndefined();
  });
});

test("a chain of very many references is searched for empty values without an overflow", () => {
  const refTo = (index: number) => ({ $ref: `#/$defs/S${index}` });
  const named = (name: string) => use(refTo(Number(name.slice(1)) + 1)).schema;
  const placed = {
    parameter: { name: "a", in: "path", required: true, as: { style: "simple", explode: false, allowReserved: false } },
    path: "/{a}",
  } as const;
  expect(neverEmptyParameter(use(refTo(0)), placed, { named, reasoning: createReasoning() }).schema.json).toEqual({
    ...refTo(0),
    minItems: 1,
    minProperties: 1,
    minLength: 1,
  });
});

test("an example of very many parts is cut to its smallest parts in bounded time", () => {
  const part = (index: number): ExamplePart => ({
    key: `p${index}`,
    required: index === 0,
    schema: use({}).schema,
    value: index === 0 ? "a 1 ".repeat(1_000) : "x".repeat(3_000 - index),
    origin,
    isGiven: true,
  });
  const parts = Array.from({ length: 3_000 }, (_, index) => part(index));
  const [example] = checkExamples([parts.slice(1)], {}, new Map()).examples;
  expect(Object.keys(example ?? {}).at(-1)).toBe("p2999");
  expect(Object.keys(example ?? {}).length).toBeGreaterThan(20);
  expect(checkExamples([parts], {}, new Map()).examples).toEqual([]);
});

test("names of megabytes are given up instead of shortened", () => {
  expect(shortenName({ prefix: "shop_", rest: "get_item_".repeat(100_000), tags: [] }, 64)).toBeUndefined();
});

test("a summary of megabytes is kept without a comparison with the description", () => {
  const words = Array.from({ length: 300_000 }, (_, index) => `word${index}x`);
  const operation = { summary: words.toReversed().join(" "), description: words.join(" "), deprecated: false, operationId: "a" };
  expect(describeOperation(operation)).toMatch(/^word299999x /);
});

test("a hundred thousand invalid values of one schema are reported together, in bounded time", () => {
  const inner = Array.from({ length: 100_000 }, (_, index) => ({ ...origin, path: ["components", index, "type"] }));
  const broken = [{ ...origin, path: ["components", 7] }, ...inner];
  const [only, ...others] = reportBroken([{ toolset: "shop", operation: "list", place: origin, side: "input", broken }]);
  expect(others).toEqual([]);
  // A value that contains another invalid one is not reported itself.
  expect(only?.place).toMatchObject({ path: ["components", 0, "type"] });
  expect(only?.related).toHaveLength(99_999);
});

test("very many operations with the same invalid values are reported together, in bounded time", () => {
  const broken = Array.from({ length: 1_000 }, (_, index) => ({ ...origin, path: ["components", index, "type"] }));
  const operations = Array.from({ length: 100_000 }, (_, index) => ({
    toolset: "shop",
    operation: `op${index}`,
    place: origin,
    side: "input" as const,
    broken: index === 1 ? broken.slice(0, 1) : broken,
  }));
  const messages = reportBroken(operations).map(({ message }) => message);
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/^100000 operations are omitted, .*: "op0", "op1", /);
  expect(messages[1]).toMatch(/^99999 operations are omitted, .*: "op0", "op2", /);
});
