import { describe, expect, test } from "vitest";
import { assertedFormats } from "../../../src/schema/reason/accepts.ts";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer, unchangedNames } from "../../../src/schema/reason/subsumption/compare.ts";
import { isObject, type Json, type JsonObject } from "../../../src/source/json/json.ts";
import { createRandom, type Random } from "../../fuzz/random.ts";
import { isLong } from "../../long.ts";
import { randomSchema, randomWhole, tableOf, type Whole } from "../../schema/subsumption/random-schema.ts";
import { changesBetween, type Texts } from "./compare.ts";

const strict: Texts = { "toolsetc.yaml": "breaking: strict\n" };
const string = { type: "string" };
const open = (properties: JsonObject, others: JsonObject = {}): JsonObject => ({ type: "object", properties, ...others });

/** A project of an MCP server with one tool. */
function served(inputSchema: Json, config: Texts = {}): Texts {
  return {
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({ formatVersion: "1.0", tools: [{ name: "find", description: "Finds.", inputSchema }] }),
    ...config,
  };
}

async function breaksBetween(before: Texts, after: Texts): Promise<string[]> {
  return (await changesBetween(before, after)).flatMap(({ grade, kind, pointer }) => (grade === "breaking" ? [`${kind} ${pointer}`] : []));
}

/** What changes in the input, the former and the next schema, and the breaking changes. */
type Case = readonly [what: string, before: JsonObject, after: JsonObject, breaking: readonly string[]];

const compatible: readonly Case[] = [
  ["an argument", open({ a: string }), open({ a: string, b: string }), []],
  ["an argument of a schema without members", { type: "object" }, open({ b: string }), []],
  [
    "an argument beside `additionalProperties: true`",
    open({ a: string }, { additionalProperties: true }),
    open({ a: string, b: string }),
    [],
  ],
  ["a nested member", open({ c: open({ a: string }) }), open({ c: open({ a: string, b: string }) }), []],
  ["a member that has required members", open({ a: string }), open({ a: string, b: open({ c: string }, { required: ["c"] }) }), []],
  [
    "a member of items",
    open({ list: { type: "array", items: open({ a: string }) } }),
    open({ list: { type: "array", items: open({ a: string, b: string }) } }),
    [],
  ],
  [
    "a member of a part",
    { type: "object", allOf: [open({ a: string }), open({ c: string })] },
    { type: "object", allOf: [open({ a: string, b: string }), open({ c: string })] },
    [],
  ],
  [
    "a member of an alternative, of which another one has a member of this name",
    open({
      c: { anyOf: [open({ kind: { const: "x" } }, { required: ["kind"] }), open({ kind: { const: "y" }, b: { type: "integer" } })] },
    }),
    open({
      c: {
        anyOf: [open({ kind: { const: "x" }, b: string }, { required: ["kind"] }), open({ kind: { const: "y" }, b: { type: "integer" } })],
      },
    }),
    [],
  ],
  [
    "a member of an alternative of `oneOf`",
    open({ c: { oneOf: [open({ x: string }, { required: ["x"] }), open({ y: string }, { required: ["y"] })] } }),
    open({ c: { oneOf: [open({ x: string, b: string }, { required: ["x"] }), open({ y: string }, { required: ["y"] })] } }),
    [],
  ],
  [
    "a member of a recursive schema",
    { ...open({ node: { $ref: "#/$defs/Node" } }), $defs: { Node: open({ next: { $ref: "#/$defs/Node" } }) } },
    { ...open({ node: { $ref: "#/$defs/Node" } }), $defs: { Node: open({ next: { $ref: "#/$defs/Node" }, b: string }) } },
    [],
  ],
];

const breaking: readonly Case[] = [
  ["a required argument", open({ a: string }), open({ a: string, b: string }, { required: ["b"] }), ["narrowed-input /input/b"]],
  ["another type of a described member", open({ b: { type: "integer" } }), open({ b: string }), ["narrowed-input /input/b"]],
  [
    "a type of a member that was described without one",
    open({ b: { description: "B." } }),
    open({ b: string }),
    ["narrowed-input /input/b"],
  ],
  [
    "an end of other members",
    open({ a: string }),
    open({ a: string, b: string }, { additionalProperties: false }),
    ["narrowed-input /input"],
  ],
  ["a schema of other members", open({ a: string }), open({ a: string }, { additionalProperties: string }), ["narrowed-input /input"]],
  [
    "a member that a pattern describes",
    open({}, { patternProperties: { "^b": string } }),
    open({ b: { type: "integer" } }, { patternProperties: { "^b": string } }),
    ["narrowed-input /input/b"],
  ],
  [
    "a member that other members are described for",
    open({}, { additionalProperties: string }),
    open({ b: { type: "integer" } }, { additionalProperties: string }),
    ["narrowed-input /input/b"],
  ],
  [
    "a member, and another one that is narrower",
    open({ c: open({ a: string }) }),
    open({ c: open({ a: { ...string, maxLength: 3 }, b: string }) }),
    ["narrowed-input /input/c/a"],
  ],
  [
    "a member that only an alternative describes",
    open({ c: { ...open({}), anyOf: [open({ b: { type: "integer" } }, { required: ["b"] }), open({ x: string })] } }),
    open({ c: { ...open({ b: string }), anyOf: [open({ b: { type: "integer" } }, { required: ["b"] }), open({ x: string })] } }),
    ["narrowed-input /input/c/b"],
  ],
];

describe("a new description of an optional member in an open input is compatible", () => {
  test.each(compatible)("if the input is %s", async (_what, before, after, expected) => {
    expect(await breaksBetween(served(before), served(after))).toEqual(expected);
    expect(await breaksBetween(served(before), served(after, strict))).not.toEqual([]);
  });
});

describe("a change of an open input breaks calls", () => {
  test.each(breaking)("if it is %s", async (_what, before, after, expected) => {
    expect((await breaksBetween(served(before), served(after))).slice(0, 1)).toEqual(expected.slice(0, 1));
  });
});

test("a result that no longer describes a member is breaking", async () => {
  const withOutput = (outputSchema: Json): Texts => ({
    ...served({ type: "object" }),
    "snapshots/shop.tools.json": JSON.stringify({
      formatVersion: "1.0",
      tools: [{ name: "find", description: "Finds.", inputSchema: { type: "object" }, outputSchema }],
    }),
  });
  expect(await breaksBetween(withOutput(open({ a: string, b: string })), withOutput(open({ a: string })))).toEqual([
    "widened-output /output/b",
  ]);
  expect(await breaksBetween(withOutput(open({ a: string })), withOutput(open({ a: string, b: string })))).toEqual([]);
});

test("a new optional member of an open object is compatible for every kind of tools", async () => {
  const client = (more: string): Texts => ({
    "map.yaml": `displayName: map\nclientFunction:\n  name: show\n  description: Shows.\n  parameters: { type: OBJECT, properties: { at: { type: OBJECT, properties: { city: { type: STRING }${more} } } } }\n`,
  });
  const openapi = (more: string): Texts => ({
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders:
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { customer: { type: object, properties: { name: { type: string }${more} } } } } } } }
      responses: { "204": { description: Done. } }
`,
  });
  const connector = (more: string): Texts => ({
    "tickets.yaml":
      "displayName: tickets\nconnectorToolset:\n  connection: projects/p/locations/europe-west1/connections/support\n  connectorActions: [{ connectionActionId: send }]\n",
    "snapshots/tickets.connection.json": JSON.stringify({
      formatVersion: "1.0",
      actions: [
        {
          action: "send",
          inputJsonSchema: {
            type: "object",
            properties: { to: { type: "object", properties: { name: string, ...(more ? { b: string } : {}) } } },
          },
        },
      ],
    }),
  });
  for (const project of [client, openapi, connector]) {
    const more = project === client ? ", b: { type: STRING }" : ", b: { type: string }";
    expect(await breaksBetween(project(""), project(more))).toEqual([]);
    expect(await breaksBetween(project(""), { ...project(more), ...strict })).toHaveLength(1);
  }
});

const pairs = isLong ? 20_000 : 400;

test(`a new optional member in the open objects of ${pairs} random schemas breaks nearly no call`, { timeout: 3_600_000 }, () => {
  const broken: string[] = [];
  let undecided = 0;
  for (let index = 0; index < pairs; index++) {
    const random = createRandom(5_000_011 + index);
    const old = randomWhole(random);
    const next: Whole = {
      schema: withMember(old.schema, random),
      shared: Object.fromEntries(Object.entries(old.shared).map(([name, schema]) => [name, withMember(schema, random)])),
    };
    const sides = { old: tableOf(old), next: tableOf(next) };
    const budget = createBudget();
    const comparer = createComparer(sides, { formats: assertedFormats, same: unchangedNames(Object.values(sides)), budget });
    const { kind } = comparer.covers(comparer.read(next.schema, "next"), comparer.read(old.schema, "old"), "wide");
    if (kind === "no") broken.push(JSON.stringify({ index, old, next }));
    if (kind === "undecided") undecided++;
  }
  // Five of 20,000: a condition, or an alternative that excludes others, refers to the schema that it is a part of.
  expect(broken.slice(0, broken.length / pairs < 0.0005 ? 0 : 3)).toEqual([]);
  expect(undecided / pairs).toBeLessThan(0.02);
});

/**
 * A copy in which each object with `properties` describes one member more. Only the schemas of values, of their members, of their items and of
 * their parts are changed: a new member in a negation or a condition can have any effect.
 */
function withMember(schema: Json, random: Random): Json {
  if (!isObject(schema)) return schema;
  const again = (each: Json) => withMember(each, random);
  const inAll = (value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, again(each)])) : value;
  const changed = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === "properties") return [keyword, { ...(inAll(value) as JsonObject), added: randomSchema(random, 1) }];
      if (keyword === "items") return [keyword, again(value)];
      return [keyword, ["allOf", "anyOf"].includes(keyword) && Array.isArray(value) ? value.map(again) : value];
    }),
  );
  const closes = ["additionalProperties", "patternProperties", "unevaluatedProperties", "propertyNames"].some(
    (keyword) => keyword in schema,
  );
  return closes ? schema : changed;
}
