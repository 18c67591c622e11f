import { describe, expect, test } from "vitest";
import { isObjectSchema } from "../../src/lower/openapi/is-object.ts";
import { neverEmptyParameter } from "../../src/lower/openapi/never-empty.ts";
import { objectMembers } from "../../src/lower/openapi/object-members.ts";
import { createBudget, partOf, stepsOfToolset } from "../../src/schema/reason/budget.ts";
import { createImpossibleFinder } from "../../src/schema/reason/find-impossible.ts";
import { createReasoning, type Reasoning } from "../../src/schema/reason/reasoning.ts";
import type { SchemaUse } from "../../src/schema/schema-library.ts";
import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { pointerOf } from "../../src/source/tree.ts";
import { lowerTexts } from "../lower/lower-texts.ts";
import { libraryOfSchemas } from "./collect.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text: JsonObject = { type: "string" };
const indices = (count: number) => Array.from({ length: count }, (_each, index) => index);

/** A schema of which each value matches one of `2 ** count` combinations of alternatives. */
function combined(count: number): JsonObject {
  return {
    type: "object",
    allOf: indices(count).map((index) => ({ anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }] })),
  };
}

/** Schemas that each refer to the next one. */
function chained(link: (next: JsonObject) => JsonObject, last: Json): JsonObject {
  return { ...Object.fromEntries(indices(30).map((index) => [`S${index}`, link(ref(`S${index + 1}`))])), S30: last };
}

type Ask = (use: SchemaUse, reasoning: Reasoning, library: ReturnType<typeof libraryOfSchemas>["library"]) => unknown;

const convertOnly: Ask = () => undefined;
const placed = {
  parameter: { name: "a", in: "path", required: true, as: { style: "simple", explode: false, allowReserved: false } },
  path: "/{a}",
} as const;

/** For each search: schemas of which `Root` takes too many steps, and what asks the question beyond the conversion. */
const searches: { readonly [name: string]: { readonly schemas: JsonObject; readonly ask?: Ask; readonly question: string } } = {
  "the alternatives of oneOf": {
    schemas: { Root: { oneOf: [combined(7), text] } },
    question: 'how the alternatives of "oneOf" differ',
  },
  "schemas of alternatives that are nested too deeply": {
    schemas: {
      Root: { oneOf: [ref("S0"), { type: "string", maxLength: 3 }] },
      ...chained((next) => ({ allOf: [next] }), text),
    },
    question: 'how the alternatives of "oneOf" differ',
  },
  "the values of a discriminator": {
    schemas: { Root: { anyOf: [combined(7), { type: "object" }], discriminator: { propertyName: "kind" } } },
    question: 'how the alternatives of "oneOf" differ',
  },
  "a closed object of alternatives": {
    schemas: { Root: { ...combined(7), additionalProperties: false } },
    question: "whether some object matches this schema",
  },
  "the parts of an object": {
    schemas: { Root: { allOf: indices(300).map((index) => ({ properties: { [`a${index}`]: text }, additionalProperties: false })) } },
    question: "whether a part of this object rejects the members of another part",
  },
  "a value of a schema": {
    schemas: { Root: combined(14) },
    ask: (use, reasoning, library) => createImpossibleFinder(library.shared(use.uses), reasoning).find(use.schema),
    question: "whether some value matches this schema",
  },
  "an object": {
    schemas: { Root: ref("S0"), ...chained((next) => ({ allOf: [next, next] }), {}) },
    ask: (use, _reasoning, library) => isObjectSchema(use, library),
    question: "whether this schema describes an object",
  },
  "the members of an object": {
    schemas: { Root: ref("S0"), ...chained((next) => ({ allOf: [next, next] }), { type: "object" }) },
    ask: (use, _reasoning, library) => objectMembers(use, library),
    question: "which members an object of this schema has",
  },
  "the types of a parameter": {
    schemas: { Root: { anyOf: indices(1_200).map((index) => ({ type: "string", const: `v${index}` })) } },
    ask: (use, _reasoning, library) => neverEmptyParameter(use, placed, library),
    question: "which types the values of this schema have",
  },
};

describe.each(Object.entries(searches))("a search in schemas for %s", (_name, { schemas, ask = convertOnly, question }) => {
  function asked(reasoning: Reasoning) {
    const { library, at } = libraryOfSchemas("openapi-3.1", schemas, { reasoning });
    for (const _time of [1, 2]) ask(library.convert(at("Root"), "input"), reasoning, library);
    return reasoning.openQuestions().map((each) => ({ question: each.question, place: pointerOf(each.place.path) }));
  }

  test("that takes too many steps is reported as one open question, at its place", () => {
    const reasoning = createReasoning();
    expect(asked(reasoning)).toEqual([{ question, place: expect.stringMatching(/^\/components\/schemas\/(Root|S\d+)$/) }]);
    expect(reasoning.budget.isUsedUp()).toBe(false);
  });

  test("takes its steps from those of the toolset", () => {
    const reasoning = createReasoning(createBudget(5));
    expect(asked(reasoning)).not.toEqual([]);
    expect(reasoning.budget.isUsedUp()).toBe(true);
  });
});

test("a question about schemas that is answered in few steps is not reported as open", () => {
  const reasoning = createReasoning();
  const { library, at } = libraryOfSchemas("openapi-3.1", { Root: { oneOf: [combined(4), text] } }, { reasoning });
  const { schema, uses } = library.convert(at("Root"), "input");
  expect(createImpossibleFinder(library.shared(uses), reasoning).find(schema)).toBeUndefined();
  expect(reasoning.openQuestions()).toEqual([]);
});

test("equal unions of shared schemas take steps only once", () => {
  const methods = Object.fromEntries(
    indices(20).map((index) => [`Method${index}`, { type: "object", required: [`a${index}`], properties: { [`a${index}`]: text } }]),
  );
  const union = { oneOf: Object.keys(methods).map(ref) };
  function stepsOf(count: number): number {
    let steps = 0;
    const whole = createBudget();
    const spend = (taken = 1) => {
      steps += taken;
      return whole.spend(taken);
    };
    const members = Object.fromEntries(indices(count).map((index) => [`m${index}`, { ...union, title: `Method ${index}.` }]));
    const schemas = { ...methods, Root: { type: "object", properties: members } };
    const { library, at } = libraryOfSchemas("openapi-3.1", schemas, { reasoning: createReasoning({ ...whole, spend }) });
    library.convert(at("Root"), "input");
    return steps;
  }
  expect(stepsOf(1)).toBeGreaterThan(100);
  expect(stepsOf(50)).toBe(stepsOf(1));
});

test("the search in very many difficult schemas ends when the steps of the toolset are used up", () => {
  let steps = 0;
  const whole = createBudget(50_000);
  const counted = {
    ...whole,
    spend: (taken = 1) => {
      const isLeft = whole.spend(taken);
      if (isLeft) steps += taken;
      return isLeft;
    },
  };
  const reasoning = createReasoning(counted);
  const schemas = Object.fromEntries(indices(200).map((index) => [`S${index}`, { ...combined(14), title: `Schema ${index}.` }]));
  const { library, at } = libraryOfSchemas("openapi-3.1", schemas, { reasoning });
  const finder = createImpossibleFinder(new Map(), reasoning);
  for (const name of Object.keys(schemas)) finder.find(library.convert(at(name), "input").schema);
  expect(steps).toBeGreaterThan(49_900);
  expect(steps).toBeLessThanOrEqual(50_000);
  expect(reasoning.openQuestions()).toHaveLength(200);
});

test("all open questions about a toolset are one warning, and each toolset has its own steps", async () => {
  const tool = (name: string, inputSchema: Json) => ({ name, description: `It is ${name}.`, inputSchema });
  const list = (...tools: readonly Json[]) => JSON.stringify({ formatVersion: "1.0", tools });
  const { lowering, program } = await lowerTexts({
    "hard.yaml": "displayName: hard\nmcpToolset: { serverAddress: https://hard.example/mcp }\n",
    "easy.yaml": "displayName: easy\nmcpToolset: { serverAddress: https://easy.example/mcp }\n",
    "snapshots/hard.tools.json": list(...indices(3).map((index) => tool(`t${index}`, combined(14)))),
    "snapshots/easy.tools.json": list(tool("t", { type: "object", properties: {} })),
  });
  expect(lowering.map(({ code, message, place }) => ({ code, message, file: place.tree.source.path }))).toEqual([
    {
      code: "unchecked-schema",
      message:
        "It is not known whether some value matches this schema, since the search for the answer reached its limit of steps. The same is true of 2 other schemas. This is the first.",
      file: "snapshots/hard.tools.json",
    },
  ]);
  expect(program.toolsets.map(({ tools }) => tools.length)).toEqual([1, 3]);
});

describe("a budget of steps", () => {
  test("gives the steps that it has, and no more", () => {
    const budget = createBudget(3);
    expect([budget.spend(), budget.spend(2), budget.isUsedUp()]).toEqual([true, true, false]);
    expect([budget.spend(), budget.isUsedUp()]).toEqual([false, true]);
    expect(createBudget().spend(stepsOfToolset + 1)).toBe(false);
  });

  test("has parts, which take its steps and have a limit of their own", () => {
    const whole = createBudget(10);
    const part = partOf(whole, 4);
    expect([part.spend(4), part.spend(), part.isUsedUp(), whole.isUsedUp()]).toEqual([true, false, true, false]);
    const other = partOf(whole, 100);
    expect([other.spend(6), other.spend(), other.isUsedUp(), whole.isUsedUp()]).toEqual([true, false, true, true]);
  });

  test("still gives steps to others after a search in it gave up", () => {
    const whole = createBudget(10);
    const part = partOf(whole, 4);
    part.giveUp();
    expect([part.isUsedUp(), part.spend(), whole.isUsedUp()]).toEqual([true, true, false]);
  });
});
