import { type CallableTool, type Content, GoogleGenAI, type ToolListUnion } from "@google/genai";
import { gemini } from "toolsetc/gemini";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { answer as example } from "./examples/gemini.ts";
import { type ScriptedApi, startScriptedApi } from "./scripted-api.ts";
import { deleteItem, getItem, listItems, pickColour, setLabels } from "./store.ts";

const tools = [getItem, deleteItem, setLabels, pickColour] as const;
let shop: Loopback;
let api: ScriptedApi;
let client: GoogleGenAI;
beforeAll(async () => {
  [shop, api] = await Promise.all([startLoopback(), startScriptedApi()]);
  client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: api.address } });
});
afterAll(() => Promise.all([shop.close(), api.close()]));
beforeEach(() => {
  shop.arrivals.length = 0;
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"name":"lamp"}`);
});
const arrived = () => shop.arrivals.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());

function candidate(...parts: readonly object[]) {
  return { candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts } }] };
}

test.each([
  ["parametersJsonSchema", { id: 7, labels: { colour: "red" } }],
  ["parameters", { id: 7, labels: [{ key: "colour", value: "red" }] }],
] as const)("Gemini's client makes a loop of calls, with the schema in `%s`", async (schema, labels) => {
  const { tools: declared, answerAll } = gemini(tools, { baseUrl: shop.address, schema });
  api.script(
    candidate(
      { functionCall: { id: "1", name: "store_get_item", args: { id: 7 } } },
      { functionCall: { name: "store_set_labels", args: labels } },
      { functionCall: { id: "3", name: "store_delete_item", args: { id: 7 } } },
    ),
    candidate({ text: "Done." }),
  );
  const contents: Content[] = [{ role: "user", parts: [{ text: "Label item 7." }] }];
  const first = await client.models.generateContent({ model: "m", contents, config: { tools: declared } });
  contents.push(first.candidates![0]!.content!, { role: "user", parts: await answerAll(first.functionCalls) });
  const second = await client.models.generateContent({ model: "m", contents, config: { tools: declared } });
  expect(second.text).toBe("Done.");
  expect(arrived()).toEqual(["GET /items/7", `PUT /items/7/labels {"colour":"red"}`]);
  expect(api.requests).toMatchObject([
    {
      tools: [
        {
          functionDeclarations: [{ name: "store_get_item", [schema]: { type: schema === "parameters" ? "OBJECT" : "object" } }, {}, {}, {}],
        },
      ],
    },
    {
      contents: [
        {},
        {},
        {
          parts: [
            { functionResponse: { id: "1", name: "store_get_item", response: { output: { name: "lamp" } } } },
            { functionResponse: { name: "store_set_labels", response: { output: { name: "lamp" } } } },
            {
              functionResponse: {
                id: "3",
                name: "store_delete_item",
                response: { error: "The call was not approved, and nothing was done." },
              },
            },
          ],
        },
      ],
    },
  ]);
});

describe("automatic function calling of Gemini's SDK", () => {
  const results = (request: number) => (api.requests[request] as { contents: readonly Content[] }).contents.at(-1)?.parts;
  const other: CallableTool = {
    tool: async () => ({ functionDeclarations: [{ name: "clock" }] }),
    callTool: async (calls) =>
      calls.flatMap(({ name }) => (name === "clock" ? [{ functionResponse: { name, response: { output: "noon" } } }] : [])),
  };
  const turn = candidate(
    { functionCall: { id: "1", name: "store_set_labels", args: { id: 7, labels: { colour: "red" } } } },
    { functionCall: { id: "2", name: "store_get_item", args: { id: 0 } } },
    { functionCall: { id: "3", name: "store_delete_item", args: { id: 7 } } },
    { functionCall: { id: "4", name: "page_pick_colour", args: { of: "lamp" } } },
    { functionCall: { id: "5", name: "clock", args: {} } },
  );
  const labelled = { functionResponse: { id: "1", name: "store_set_labels", response: { output: { name: "lamp" } } } };
  const refused = {
    functionResponse: { id: "2", name: "store_get_item", response: { error: expect.stringContaining(`"/id" must be at least 1`) } },
  };
  const declined = {
    functionResponse: { id: "3", name: "store_delete_item", response: { error: "The call was not approved, and nothing was done." } },
  };
  const told = { functionResponse: { name: "clock", response: { output: "noon" } } };

  test("makes the calls of the tools with approval, and leaves the calls of other tools", async () => {
    const asked: string[] = [];
    const approve = async ({ name }: { readonly name: string }) => asked.push(name) < 0;
    const { callable } = gemini(tools, { baseUrl: shop.address, approve });
    expectTypeOf(callable).toExtend<ToolListUnion[number]>();
    api.script(turn, candidate({ text: "Done." }));
    const { text } = await client.models.generateContent({ model: "m", contents: "Look.", config: { tools: [callable, other] } });
    expect(text).toBe("Done.");
    expect(arrived()).toEqual([`PUT /items/7/labels {"colour":"red"}`]);
    expect(asked).toEqual(["store_delete_item"]);
    expect(results(1)).toEqual([labelled, refused, declined, told]);
    const { tools: sent } = api.requests[0] as { tools: readonly { functionDeclarations: readonly { name: string }[] }[] };
    // Nobody would answer the client function that has no handler.
    expect(sent.map((each) => each.functionDeclarations.map(({ name }) => name))).toEqual([
      ["store_get_item", "store_delete_item", "store_set_labels"],
      ["clock"],
    ]);
  });

  test("refuses calls that need approval without `approve`, and calls a client function by its handler", async () => {
    const handlers = { page_pick_colour: () => ({ colour: "red" }) };
    const { callable } = gemini(tools, { baseUrl: shop.address, handlers });
    api.script(turn, candidate({ text: "Done." }));
    await client.chats.create({ model: "m", config: { tools: [callable, other] } }).sendMessage({ message: "Look." });
    expect(arrived()).toEqual([`PUT /items/7/labels {"colour":"red"}`]);
    const picked = { functionResponse: { id: "4", name: "page_pick_colour", response: { output: { colour: "red" } } } };
    expect(results(1)).toEqual([labelled, refused, declined, picked, told]);
  });
});

test("Gemini's declarations have the SDK's types and the tools' names, and none for missing parameters", () => {
  const { tools: declared } = gemini(tools);
  expectTypeOf(declared).toExtend<ToolListUnion>();
  expectTypeOf(declared[0].functionDeclarations[0]!.name).toEqualTypeOf<(typeof tools)[number]["name"]>();
  expect(gemini([listItems], { schema: "parameters" }).tools[0].functionDeclarations).toEqual([
    { name: "store_list_items", description: "Lists all items of the store." },
  ]);
});

test("a tool that cannot be offered to Gemini throws when the adapter is called, with the reason", () => {
  const circle = { type: "object", properties: { next: { $ref: "#/$defs/Circle" } }, required: ["next"] };
  const endless: Tool = {
    ...getItem,
    inputSchema: {
      "~standard": {
        ...getItem.inputSchema["~standard"],
        jsonSchema: { input: () => ({ ...circle, $defs: { Circle: circle } }), output: () => ({}) },
      },
    },
  };
  expect(() => gemini([endless])).toThrow(
    'Tool "store_get_item" cannot be offered to Gemini: `$ref` at "/$defs/Circle": the schema contains itself in a required member. Omit the tool.',
  );
});

test("the README's example for Gemini calls tools until the model answers with text", async () => {
  api.script(candidate({ functionCall: { name: "weather_search_places", args: { name: "Oslo" } } }), candidate({ text: "Rain." }));
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"results":[]}`);
  expect(await example(client, [{ role: "user", parts: [{ text: "Will it rain in Oslo?" }] }], shop.address)).toBe("Rain.");
  expect(arrived()).toEqual([expect.stringMatching(/^GET \/v1\/search\?name=Oslo/)]);
});
