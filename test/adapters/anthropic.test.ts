import Anthropic from "@anthropic-ai/sdk";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { MessageParam, ToolUnion } from "@anthropic-ai/sdk/resources/messages/messages";
import { anthropic, type ModelCall } from "toolsetc/anthropic";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import type { Context } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { answer as example } from "./examples/anthropic.ts";
import { type ScriptedApi, startScriptedApi } from "./scripted-api.ts";
import { deleteItem, getItem, pickColour, setLabels } from "./store.ts";

const tools = [getItem, deleteItem, setLabels, pickColour] as const;
let shop: Loopback;
let api: ScriptedApi;
let client: Anthropic;
beforeAll(async () => {
  [shop, api] = await Promise.all([startLoopback(), startScriptedApi()]);
  client = new Anthropic({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
});
afterAll(() => Promise.all([shop.close(), api.close()]));
beforeEach(() => {
  shop.arrivals.length = 0;
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"name":"lamp"}`);
});
const arrived = () => shop.arrivals.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());

function message(stop_reason: string, ...content: readonly object[]) {
  return {
    id: "msg",
    type: "message",
    role: "assistant",
    model: "m",
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
    content,
  };
}
function toolUse(id: string, name: string, input: unknown) {
  return { type: "tool_use", id, name, input, caller: { type: "direct" } };
}

test("Anthropic's client makes a loop in strict mode, with the results of one turn in one message", async () => {
  const { tools: declared, answerAll } = anthropic(tools, { baseUrl: shop.address, strict: true });
  api.script(
    message(
      "tool_use",
      { type: "text", text: "I look." },
      toolUse("t1", "store_get_item", { id: 7 }),
      toolUse("t2", "store_set_labels", { id: 7, labels: [{ key: "colour", value: "red" }] }),
      toolUse("t3", "store_get_item", { id: 0 }),
      toolUse("t4", "store_delete_item", { id: 7 }),
      toolUse("t5", "store_paint", {}),
    ),
    message("end_turn", { type: "text", text: "Done." }),
  );
  const messages: MessageParam[] = [{ role: "user", content: "Label item 7." }];
  const first = await client.messages.create({ model: "m", max_tokens: 100, messages, tools: declared });
  messages.push({ role: "assistant", content: first.content }, { role: "user", content: await answerAll(first.content) });
  const second = await client.messages.create({ model: "m", max_tokens: 100, messages, tools: declared });
  expect(second.content).toMatchObject([{ text: "Done." }]);
  expect(arrived()).toEqual(["GET /items/7", `PUT /items/7/labels {"colour":"red"}`]);
  expect(api.requests[0]).toMatchObject({
    tools: [{ name: "store_get_item", strict: true, input_schema: { type: "object" } }, {}, {}, {}],
  });
  const [, , results] = (api.requests[1] as { messages: readonly MessageParam[] }).messages; // What was sent just now.
  expect(results?.content).toEqual([
    { type: "tool_result", tool_use_id: "t1", content: `{"name":"lamp"}` },
    { type: "tool_result", tool_use_id: "t2", content: `{"name":"lamp"}` },
    { type: "tool_result", tool_use_id: "t3", is_error: true, content: expect.stringContaining(`"/id" must be at least 1`) },
    { type: "tool_result", tool_use_id: "t4", is_error: true, content: "The call was not approved, and nothing was done." },
    { type: "tool_result", tool_use_id: "t5", is_error: true, content: expect.stringContaining("There is no tool") },
  ]);
});

describe("the tool runner of Anthropic's SDK", () => {
  const asked: string[] = [];
  const approve = async ({ name }: { readonly name: string }) => asked.push(name) < 0;
  const messages: MessageParam[] = [{ role: "user", content: "Look." }];
  const results = (request: number) => (api.requests[request] as { messages: readonly MessageParam[] }).messages.at(-1)?.content;

  test("calls tools, asks before those that need approval, and marks failed calls as errors", async () => {
    asked.length = 0;
    const failed: (string | undefined)[] = [];
    const onError = (_error: unknown, { id }: ModelCall) => failed.push(id);
    const { runnable } = anthropic(tools, { baseUrl: shop.address, strict: true, approve, onError });
    api.script(
      message(
        "tool_use",
        toolUse("t1", "store_set_labels", { id: 7, labels: [{ key: "colour", value: "red" }] }),
        toolUse("t2", "store_get_item", { id: 0 }),
        toolUse("t3", "store_delete_item", { id: 7 }),
        toolUse("t4", "page_pick_colour", { of: "lamp" }),
      ),
      message("end_turn", { type: "text", text: "Done." }),
    );
    const last = await client.beta.messages.toolRunner({ model: "m", max_tokens: 100, messages, tools: runnable, thread: false });
    expect(last.content).toMatchObject([{ text: "Done." }]);
    expect(arrived()).toEqual([`PUT /items/7/labels {"colour":"red"}`]);
    expect(asked).toEqual(["store_delete_item"]);
    expect(failed.sort()).toEqual(["t2", "t3"]);
    const { tools: sent } = api.requests[0] as { tools: readonly { name: string; strict?: boolean }[] };
    // Nobody would answer the client function that has no handler.
    expect(sent.map(({ name, strict }) => [name, strict])).toEqual([
      ["store_get_item", true],
      ["store_delete_item", true],
      ["store_set_labels", true],
    ]);
    expect(results(1)).toEqual([
      { type: "tool_result", tool_use_id: "t1", content: `{"name":"lamp"}` },
      { type: "tool_result", tool_use_id: "t2", is_error: true, content: expect.stringContaining(`"/id" must be at least 1`) },
      { type: "tool_result", tool_use_id: "t3", is_error: true, content: "Error: The call was not approved, and nothing was done." },
      { type: "tool_result", tool_use_id: "t4", is_error: true, content: expect.stringContaining("not found") },
    ]);
  });

  test("refuses calls that need approval without `approve`, and passes the call and its signal to handlers", async () => {
    const seen: Context[] = [];
    const handlers = {
      page_pick_colour: (_input: unknown, context: Context) => {
        seen.push(context);
        return { colour: "red" };
      },
    };
    const { runnable } = anthropic(tools, { baseUrl: shop.address, handlers });
    api.script(
      message("tool_use", toolUse("t1", "store_delete_item", { id: 7 }), toolUse("t2", "page_pick_colour", { of: "lamp" })),
      message("end_turn", { type: "text", text: "Done." }),
    );
    const { signal } = new AbortController();
    await client.beta.messages.toolRunner({ model: "m", max_tokens: 100, messages, tools: runnable, thread: false }, { signal });
    expect(arrived()).toEqual([]);
    expect(results(1)).toMatchObject([{ is_error: true }, { content: `{"colour":"red"}` }]);
    expect(seen).toMatchObject([{ toolCallId: "t2", runtime: { toolUse: { name: "page_pick_colour" } } }]);
    expect(seen[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  test("takes tools that a program may also run alone", async () => {
    const { runnable } = anthropic([getItem], { fakes: { store_get_item: () => ({ name: "lamp" }) } });
    expect(await runnable[0]?.run({ id: 7 })).toBe(`{"name":"lamp"}`);
    expectTypeOf(runnable).toExtend<BetaRunnableTool[]>();
    expectTypeOf(runnable[0]!.name).toEqualTypeOf<"store_get_item">();
  });
});

test("Anthropic's declarations have the types of the SDK, and are strict only if the program asks for it", () => {
  const { tools: declared } = anthropic(tools);
  expectTypeOf(declared).toExtend<ToolUnion[]>();
  expectTypeOf(declared[0]!.name).toEqualTypeOf<(typeof tools)[number]["name"]>();
  expect(declared.every((tool) => !("strict" in tool))).toBe(true);
  const other = { ...deleteItem, name: "store_get_item" } as const;
  // @ts-expect-error Two tools are called store_get_item.
  expect(() => anthropic([getItem, other])).toThrow('Two tools have the name "store_get_item"');
});

test("Anthropic's declarations contain examples of the input, unless the option `examples` is false", async () => {
  const examples = [{ id: 7 }, { id: 7, size: "small" }];
  const exemplified = [{ ...getItem, examples }] as const;
  for (const strict of [true, false]) expect(anthropic(exemplified, { strict }).tools[0]?.input_examples).toEqual(examples);
  expect(anthropic(exemplified, { examples: false }).tools[0]).not.toHaveProperty("input_examples");
  expect(anthropic([getItem]).tools[0]).not.toHaveProperty("input_examples");
  api.script(message("end_turn", { type: "text", text: "Done." }));
  const { tools: declared } = anthropic(exemplified);
  await client.messages.create({ model: "m", max_tokens: 10, tools: declared, messages: [{ role: "user", content: "Hi." }] });
  expect(api.requests.at(-1)).toMatchObject({ tools: [{ name: "store_get_item", input_examples: examples }] });
});

test("members whose names Anthropic refuses are renamed for the model, and restored in the call", async () => {
  const odd = {
    ...pickColour,
    inputSchema: {
      "~standard": {
        ...pickColour.inputSchema["~standard"],
        jsonSchema: {
          input: () => ({
            type: "object",
            properties: { "what of": { type: "string" }, what_of: { type: "string" } },
            required: ["what of"],
          }),
          output: () => ({}),
        },
      },
    },
    execute: async (input: unknown) => ({ colour: JSON.stringify(input) }),
  };
  const { tools: declared, answer } = anthropic([odd]);
  expect(declared[0]?.input_schema).toEqual({
    type: "object",
    properties: { what_of_2: { type: "string" }, what_of: { type: "string" } },
    required: ["what_of_2"],
  });
  const { content } = await answer({ id: "t", name: "page_pick_colour", input: { what_of_2: "a", what_of: "b" } });
  expect(JSON.parse(JSON.parse(String(content)).colour)).toEqual({ "what of": "a", what_of: "b" });
});

test("the README's example for Anthropic calls tools until the model answers with text", async () => {
  api.script(
    message("tool_use", toolUse("t", "weather_search_places", { name: "Oslo" })),
    message("end_turn", { type: "text", text: "Rain." }),
  );
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"results":[]}`);
  expect(await example(client, [{ role: "user", content: "Will it rain in Oslo?" }], shop.address)).toMatchObject([{ text: "Rain." }]);
  expect(arrived()).toEqual([expect.stringMatching(/^GET \/v1\/search\?name=Oslo/)]);
});
