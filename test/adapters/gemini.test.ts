import { type Content, GoogleGenAI, type ToolListUnion } from "@google/genai";
import { gemini } from "toolsetc/gemini";
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from "vitest";
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
] as const)("a whole loop of the SDK's client with %s", async (schema, labels) => {
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

test("declarations are the SDK's, with the tools' own names; a function without parameters has none", () => {
  const { tools: declared } = gemini(tools);
  expectTypeOf(declared).toExtend<ToolListUnion>();
  expectTypeOf(declared[0].functionDeclarations[0]!.name).toEqualTypeOf<(typeof tools)[number]["name"]>();
  expect(gemini([listItems], { schema: "parameters" }).tools[0].functionDeclarations).toEqual([
    { name: "store_list_items", description: "Lists all items of the store." },
  ]);
});

test("a tool that Gemini cannot be offered is an error at start, which says why", () => {
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
    'Tool "store_get_item" cannot be offered to Gemini: `$ref` at "/$defs/Circle": the schema holds itself in a member that has to be there. Leave it out.',
  );
});

test("the README's example answers with tools until there is nothing more to call", async () => {
  api.script(candidate({ functionCall: { name: "weather_search_places", args: { name: "Oslo" } } }), candidate({ text: "Rain." }));
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"results":[]}`);
  expect(await example(client, [{ role: "user", parts: [{ text: "Will it rain in Oslo?" }] }], shop.address)).toBe("Rain.");
  expect(arrived()).toEqual([expect.stringMatching(/^GET \/v1\/search\?name=Oslo/)]);
});
