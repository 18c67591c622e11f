import { describe, expect, test } from "vitest";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { manifestOf } from "../../src/targets/manifest.ts";
import { anthropicTarget } from "../../src/targets/providers/anthropic.ts";
import { geminiTarget } from "../../src/targets/providers/gemini.ts";
import { openaiTarget } from "../../src/targets/providers/openai.ts";
import { compileTexts } from "../compile-texts.ts";
import { whole } from "../targets/program.ts";
import { lowerTexts, shop, toolOf } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };
const query = (name: string, more: object = {}) => ({ name, in: "query", schema: { type: "string" }, ...more });
const body = (content: object, required = true) => ({ required, content: { "application/json": content } });

async function examplesOf(operation: object, more: object = {}, config?: unknown) {
  const lowered = await lowerTexts(shop({ "/a/{id}": { post: { operationId: "call", responses, ...operation } } }, more as never, config));
  const said = lowered.lowering.filter(({ code }) => code === "wrong-example").map(({ message }) => message);
  return { examples: toolOf(lowered, "call").examples, said };
}

const id = { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 };
const item = {
  type: "object",
  required: ["name", "size"],
  properties: {
    name: { type: "string", example: "Lamp" },
    size: { type: "object", required: ["width"], properties: { width: { type: "integer", examples: [3] }, depth: { type: "integer" } } },
    labels: { type: "array", items: { type: "string", example: "new" } },
    note: { type: "string" },
  },
};

describe("the two examples of a tool, one with what is required and one with all that has a value,", () => {
  test("come from its parameters, their schemas and their defaults", async () => {
    const parameters = [
      id,
      query("lang", { examples: { first: { value: "en" }, second: { value: "fr" } } }),
      query("limit", { schema: { type: "integer", default: 20 } }),
      query("sort", { schema: { type: "string", example: "name" } }),
      query("other"),
    ];
    expect(await examplesOf({ parameters })).toEqual({ examples: [{ id: 7 }, { id: 7, lang: "en", limit: 20, sort: "name" }], said: [] });
  });

  test("are made in bounded time from schemas that refer to the next one many times", async () => {
    const members = (level: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`m${at}`, { $ref: `#/components/schemas/L${level}` }]));
    const levels = [0, 1, 2, 3, 4].map((level) => [`L${level}`, { type: "object", properties: members(level + 1) }]);
    const schemas = { ...Object.fromEntries(levels), L5: { type: "string" } };
    const requestBody = body({ schema: { $ref: "#/components/schemas/L0" } });
    expect(await examplesOf({ parameters: [id], requestBody }, { components: { schemas } })).toEqual({
      examples: [{ id: 7 }],
      said: [],
    });
  });

  test("come from the members of its body", async () => {
    expect((await examplesOf({ parameters: [id], requestBody: body({ schema: item }) })).examples).toEqual([
      { id: 7, name: "Lamp", size: { width: 3 } },
      { id: 7, name: "Lamp", size: { width: 3 }, labels: ["new"] },
    ]);
  });

  test("come from the first two examples of its body", async () => {
    const named = ["A", "B", "C"].map((name) => [name, { value: { name, size: { width: 1 }, note: "n" } }]);
    const requestBody = body({ schema: item, examples: Object.fromEntries([...named, ["D", { externalValue: "/d.json" }]]) });
    expect((await examplesOf({ parameters: [id], requestBody })).examples).toEqual([
      { id: 7, name: "A", size: { width: 1 } },
      { id: 7, name: "A", size: { width: 1 }, note: "n" },
      { id: 7, name: "B", size: { width: 1 }, note: "n" },
    ]);
  });

  test("come from a body as one argument, with a referenced schema and a referenced example", async () => {
    const components = {
      schemas: { Item: { ...item, example: { name: "Chair", size: { width: 2 } } } },
      examples: { Lamp: { value: { name: "Lamp", size: { width: 5 } } } },
    };
    const schema = { $ref: "#/components/schemas/Item" };
    const config = { overrides: { shop: { body: "grouped" } } };
    const ofSchema = await examplesOf({ parameters: [id], requestBody: body({ schema }) }, { components }, config);
    expect(ofSchema.examples).toEqual([{ id: 7, body: { name: "Chair", size: { width: 2 } } }]);
    const content = { schema, examples: { lamp: { $ref: "#/components/examples/Lamp" } } };
    const ofContent = await examplesOf({ parameters: [id], requestBody: body(content) }, { components }, config);
    expect(ofContent.examples).toEqual([{ id: 7, body: { name: "Lamp", size: { width: 5 } } }]);
  });
});

test.each([
  ["what is required has no value", { parameters: [{ ...id, example: undefined }, query("lang", { example: "en" })] }],
  ["there are only defaults", { parameters: [{ ...id, example: undefined, schema: { type: "integer", default: 1 } }] }],
  ["there is nothing", {}],
  ["it would be too long", { parameters: [{ ...id, schema: { type: "string" }, example: "many words ".repeat(200) }] }],
  ["a file has another form", { parameters: [id], requestBody: { required: true, content: { "image/png": { example: "cat.png" } } } }],
])("a tool has no example where %s", async (_why, operation) => {
  expect(await examplesOf(operation)).toEqual({ examples: [], said: [] });
});

test("the longest optional parts of an example are omitted", async () => {
  const parameters = [id, query("long", { example: "many words ".repeat(200) }), query("lang", { example: "en" })];
  expect((await examplesOf({ parameters })).examples).toEqual([{ id: 7 }, { id: 7, lang: "en" }]);
});

test("an example contains neither fixed nor hidden parameters", async () => {
  const parameters = [id, query("lang", { example: "en" }), query("sort", { example: "name" }), query("page", { example: "1" })];
  const ofTool = { parameters: { lang: { value: "fr" }, sort: { hide: true } } };
  const config = { overrides: { shop: { tools: { call: ofTool } } } };
  expect((await examplesOf({ parameters }, {}, config)).examples).toEqual([{ id: 7 }, { id: 7, page: "1" }]);
});

describe("an example that does not match its schema", () => {
  test.each([
    ["is omitted if it is optional", [id, query("n", { schema: { type: "integer" }, example: "many" })], [{ id: 7 }]],
    ["leaves the tool without an example if it is required", [{ ...id, example: "seven" }, query("n", { example: "1" })], []],
  ])("%s", async (_what, parameters, expected) => {
    const { examples, said } = await examplesOf({ parameters });
    expect(examples).toEqual(expected);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^The example of "(n|id)" is omitted from the tool "call", because it does not match its schema: /);
  });

  test("may be written in the way in which its parameter is sent", async () => {
    const list = { type: "array", items: { type: "string" } };
    const parameters = [
      { ...id, example: "7" },
      query("on", { schema: { type: "boolean" }, example: "true" }),
      query("ids", { schema: list, example: "a, b" }),
    ];
    expect(await examplesOf({ parameters })).toEqual({ examples: [{ id: 7 }, { id: 7, on: true, ids: ["a", "b"] }], said: [] });
  });

  test("is reported at the example of the member that is wrong, if the document has none of the whole", async () => {
    const sized = {
      type: "object",
      properties: {
        lamps: { type: "array", items: { ...item, properties: { ...item.properties, note: { type: "integer", examples: ["x"] } } } },
      },
    };
    const { lowering } = await lowerTexts(
      shop({ "/a": { post: { operationId: "call", responses, requestBody: body({ schema: sized }) } } }),
    );
    const [found] = lowering.filter(({ code }) => code === "wrong-example");
    const { path } = found!.place as { readonly path: readonly (string | number)[] };
    expect(path.slice(-7).join("/")).toBe("properties/lamps/items/properties/note/examples/0");
  });

  test("is reported once, though several operations refer to it", async () => {
    const shared = { $ref: "#/components/parameters/Id" };
    const paths = Object.fromEntries(
      ["a", "b"].map((name) => [`/${name}/{id}`, { get: { operationId: name, parameters: [shared], responses } }]),
    );
    const { lowering } = await lowerTexts(shop(paths, { components: { parameters: { Id: { ...id, example: {} } } } }));
    expect(lowering.map(({ code }) => code)).toEqual(["wrong-example"]);
  });
});

describe("examples of a tool are given to models", () => {
  const parameters = [id, { name: "X-Currency", in: "header", schema: { type: "string" }, example: "EUR" }];
  const texts = shop({ "/a/{id}": { get: { operationId: "call", description: "Calls.", parameters, responses } } });
  const first = (files: readonly { readonly text: string }[], member: string) => JSON.parse(files[0]?.text ?? "")[member][0];

  test("in Anthropic's own field, unless the option `examples` is false", async () => {
    const { program } = await compileTexts(texts);
    const [tool] = program.toolsets[0]?.tools ?? [];
    for (const strict of [true, false]) {
      const declared = first(anthropicTarget.emit(program, { lazyTools: "offered", strict, examples: true, ...whole }).value, "tools");
      expect(tool?.examples).toEqual([{ id: 7 }, { id: 7, X_Currency: "EUR" }]);
      expect(declared.input_examples).toEqual([{ id: 7 }, { id: 7, "X-Currency": "EUR" }]);
      expect(Object.keys(declared.input_schema.properties)).toEqual(["id", "X-Currency"]);
      expect(
        first(anthropicTarget.emit(program, { lazyTools: "offered", strict, examples: false, ...whole }).value, "tools").input_examples,
      ).toBeUndefined();
    }
  });

  test("of other providers at the end of the description, if the option `examples` asks for it", async () => {
    const { program } = await compileTexts(texts);
    const openaiTool = (examples: boolean) =>
      first(openaiTarget.emit(program, { lazyTools: "offered", api: "responses", strict: false, examples, ...whole }).value, "tools");
    expect(openaiTool(false).description).toBe("Calls.");
    expect(openaiTool(true).description).toMatch(/^Calls\.\n\nExamples of the input:\n\{"id":7\}\n\{"id":7,/);
    const geminiTool = first(geminiTarget.emit(program, { schema: "parameters", examples: true, ...whole }).value, "functionDeclarations");
    expect(geminiTool.description).toContain('{"id":7,"X_Currency":"EUR"}');
  });

  test("by the tools of a manifest", async () => {
    const { program } = await compileTexts(texts);
    const [toolset] = program.toolsets;
    if (toolset === undefined) throw new Error("There is no toolset.");
    const [tool] = toolsOf(manifestOf(toolset) as never);
    expect(tool?.examples).toEqual(toolset.tools[0]?.examples);
    expect(tool?.examples).toHaveLength(2);
  });
});
