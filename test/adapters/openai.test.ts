import OpenAI from "openai";
import type { ChatCompletionFunctionTool, ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { Tool as ResponsesTool } from "openai/resources/responses/responses";
import { type ModelCall, type OpenAiOptions, openai } from "toolsetc/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { bindHandler, bindTools, type Context, type Tool } from "../../src/runtime/index.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { answer as example } from "./examples/openai.ts";
import { failingHooks } from "./failing-hooks.ts";
import { type ScriptedApi, startScriptedApi } from "./scripted-api.ts";
import { deleteItem, getItem, listItems, pickColour, setLabels } from "./store.ts";

const tools = [getItem, deleteItem, setLabels, pickColour] as const;
let shop: Loopback;
let api: ScriptedApi;
let client: OpenAI;
beforeAll(async () => {
  [shop, api] = await Promise.all([startLoopback(), startScriptedApi()]);
  client = new OpenAI({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
});
afterAll(() => Promise.all([shop.close(), api.close()]));
beforeEach(() => {
  shop.arrivals.length = 0;
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"name":"lamp"}`);
});
const arrived = () => shop.arrivals.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());

function responseOf(...output: readonly object[]) {
  return { id: "resp_1", object: "response", created_at: 1, model: "m", status: "completed", output, parallel_tool_calls: true, tools: [] };
}
function functionCall(name: string, given: string, call_id = "call_1") {
  return { type: "function_call", id: `fc_${call_id}`, call_id, name, arguments: given, status: "completed" };
}

describe("the adapter for OpenAI's Responses", () => {
  test("makes a loop of the SDK's client in strict mode, and answers the calls of one turn together", async () => {
    const { tools: declared, answerAll } = openai(tools, { baseUrl: shop.address, strict: true });
    api.script(
      responseOf(
        functionCall("store_get_item", `{"id":7,"size":null}`),
        functionCall("store_set_labels", `{"id":7,"labels":[{"key":"colour","value":"red"}]}`, "call_2"),
        functionCall("store_paint", `{}`, "call_3"),
      ),
      responseOf({
        type: "message",
        id: "m",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Done.", annotations: [] }],
      }),
    );
    const first = await client.responses.create({ model: "m", input: "Label item 7.", tools: declared });
    const input = await answerAll(first.output);
    const second = await client.responses.create({ model: "m", input, previous_response_id: first.id, tools: declared });
    expect(second.output_text).toBe("Done.");
    expect(arrived()).toEqual(["GET /items/7", `PUT /items/7/labels {"colour":"red"}`]);
    expect(api.requests).toMatchObject([
      { tools: [{ type: "function", name: "store_get_item", strict: true }, {}, {}, {}] },
      {
        previous_response_id: "resp_1",
        input: [
          { type: "function_call_output", call_id: "call_1", output: `{"name":"lamp"}` },
          { type: "function_call_output", call_id: "call_2", output: `{"name":"lamp"}` },
          { type: "function_call_output", call_id: "call_3", output: expect.stringContaining("There is no tool") },
        ],
      },
    ]);
  });

  test("makes declarations with the SDK's types and the names of the tools", () => {
    const { tools: declared } = openai(tools);
    expectTypeOf(declared).toExtend<ResponsesTool[]>();
    expectTypeOf(declared[0]!.name).toEqualTypeOf<"store_get_item" | "store_delete_item" | "store_set_labels" | "page_pick_colour">();
    expect(declared.map(({ strict, parameters }) => [strict, parameters?.["required"]])).toEqual([
      [false, ["id"]],
      [false, ["id"]],
      [false, ["id", "labels"]],
      [false, ["of"]],
    ]);
  });

  test("throws for equal names, which are also a type error, and for more tools than a request may have", () => {
    const other = { ...deleteItem, name: "store_get_item" } as const;
    // @ts-expect-error Two tools are called store_get_item.
    expect(() => openai([getItem, other])).toThrow('Two tools have the name "store_get_item"');
    const many: Tool[] = Array.from({ length: 129 }, (_, index) => ({ ...getItem, name: `t${index}` }));
    expect(() => openai(many)).toThrow("OpenAI accepts at most 128 tools in a request, but 129 were passed.");
    expect(openai(many.slice(1)).tools).toHaveLength(128);
  });

  test("offers a tool without strict mode if its schema cannot be strict, and tells the program", () => {
    const told: string[] = [];
    const { tools: declared } = openai([getItem, { ...listItems, inputSchema: openObject }], {
      strict: true,
      onFallback: ({ name }, reasons) => told.push(`${name}: ${reasons}`),
    });
    expect(declared.map(({ strict }) => strict)).toEqual([true, false]);
    expect(told).toEqual(['store_list_items: `additionalProperties` at "/": an object that may have any members cannot be expressed']);
  });
});

const openObject: Tool["inputSchema"] = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
  },
};

describe("the adapter for OpenAI's Chat Completions", () => {
  const completion = (message: object) => ({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: null, ...message } }],
  });
  const toolCall = (id: string, name: string, given: object) =>
    ({ id, type: "function", function: { name, arguments: JSON.stringify(given) } }) as const;

  test("makes a loop of the SDK's client", async () => {
    const { tools: declared, answerAll } = openai(tools, { api: "chat", baseUrl: shop.address });
    expectTypeOf(declared).toExtend<ChatCompletionTool[]>();
    expectTypeOf(declared[0]!.function.name).toEqualTypeOf<(typeof tools)[number]["name"]>();
    api.script(
      completion({ tool_calls: [toolCall("call_1", "store_get_item", { id: 7, size: "large" })] }),
      completion({ content: "A lamp." }),
    );
    const messages: ChatCompletionMessageParam[] = [{ role: "user", content: "What is item 7?" }];
    const first = (await client.chat.completions.create({ model: "m", messages, tools: declared })).choices[0]!.message;
    messages.push(first, ...(await answerAll(first.tool_calls)));
    const second = await client.chat.completions.create({ model: "m", messages, tools: declared });
    expect(second.choices[0]?.message.content).toBe("A lamp.");
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
    expect(api.requests).toMatchObject([
      { tools: [{ type: "function", function: { name: "store_get_item", strict: false } }, {}, {}, {}] },
      { messages: [{}, {}, { role: "tool", tool_call_id: "call_1", content: `{"name":"lamp"}` }] },
    ]);
  });

  const messages: ChatCompletionMessageParam[] = [{ role: "user", content: "Look." }];
  const told = (request: number) =>
    (api.requests[request] as { messages: readonly ChatCompletionMessageParam[] }).messages.flatMap((each) =>
      each.role === "tool" ? [each] : [],
    );

  test("lets `runTools` make the calls, and asks before those that need approval", async () => {
    const asked: string[] = [];
    const failed: string[] = [];
    const approve = async ({ name }: { readonly name: string }) => asked.push(name) < 0;
    const onError = (_error: unknown, { name }: ModelCall) => failed.push(name);
    const { runnable } = openai(tools, { api: "chat", baseUrl: shop.address, strict: true, approve, onError });
    expectTypeOf(runnable[0]!.function.name).toEqualTypeOf<(typeof tools)[number]["name"]>();
    api.script(
      completion({
        tool_calls: [
          toolCall("c1", "store_set_labels", { id: 7, labels: [{ key: "colour", value: "red" }] }),
          toolCall("c2", "store_get_item", { id: 0, size: null }),
          toolCall("c3", "store_delete_item", { id: 7 }),
          toolCall("c4", "page_pick_colour", { of: "lamp" }),
        ],
      }),
      completion({ content: "Done." }),
    );
    const runner = client.chat.completions.runTools({ model: "m", messages, tools: runnable });
    expect(await runner.finalContent()).toBe("Done.");
    expect(arrived()).toEqual([`PUT /items/7/labels {"colour":"red"}`]);
    expect(asked).toEqual(["store_delete_item"]);
    expect(failed.sort()).toEqual(["store_delete_item", "store_get_item"]);
    const { tools: sent } = api.requests[0] as { tools: readonly ChatCompletionFunctionTool[] };
    // Nobody would answer the client function that has no handler.
    expect(sent.map(({ function: { name, strict } }) => [name, strict])).toEqual([
      ["store_get_item", true],
      ["store_delete_item", true],
      ["store_set_labels", true],
    ]);
    expect(told(1)).toMatchObject([
      { tool_call_id: "c1", content: `{"name":"lamp"}` },
      { tool_call_id: "c2", content: expect.stringContaining("must be at least 1") },
      { tool_call_id: "c3", content: `{"error":"The call was not approved, and nothing was done."}` },
      { tool_call_id: "c4", content: expect.stringContaining("Invalid tool_call") },
    ]);
  });

  test("refuses calls in `runTools` that need approval without `approve`, and passes the context to handlers", async () => {
    const seen: Context[] = [];
    const handlers = {
      page_pick_colour: (_input: unknown, context: Context) => {
        seen.push(context);
        return { colour: "red" };
      },
    };
    const { runnable } = openai(tools, { api: "chat", baseUrl: shop.address, handlers });
    const calls = [toolCall("c1", "store_delete_item", { id: 7 }), toolCall("c2", "page_pick_colour", { of: "lamp" })];
    api.script(completion({ tool_calls: calls }), completion({ content: "Done." }));
    const runner = client.chat.completions.runTools({ model: "m", messages, tools: runnable, toolContext: { user: "u1" } });
    expect(await runner.finalContent()).toBe("Done.");
    expect(arrived()).toEqual([]);
    expect(told(1)).toMatchObject([{ content: expect.stringContaining("not approved") }, { content: `{"colour":"red"}` }]);
    expect(seen).toMatchObject([{ runtime: { toolContext: { user: "u1" } } }]);
    expect(seen[0]?.signal).toBeInstanceOf(AbortSignal);
    // Nothing else may be taken for tools that run.
    const { tools: declared } = openai(tools, { api: "chat" });
    // @ts-expect-error These have no `function` to run.
    await expect(client.chat.completions.runTools({ model: "m", messages, tools: declared }).done()).rejects.toThrow();
  });
});

describe("OpenAI's model gets an answer to a call", () => {
  const answer = async (name: string, given: string, options: OpenAiOptions = {}) => {
    const errors: unknown[] = [];
    const made = openai(tools, { baseUrl: shop.address, onError: (error) => errors.push(error), ...options });
    const { output } = await made.answer({ call_id: "c", name, arguments: given });
    return { output: JSON.parse(String(output)), errors };
  };

  test.each([
    ["unknown tools", "__proto__", "{}", /^There is no tool "__proto__"\. Available tools: "store_get_item", /, "unknown-tool"],
    ["arguments that are no JSON", "store_get_item", "{id:7}", /^The arguments are not valid JSON\.$/, "invalid-arguments"],
    ["arguments that do not match the whole schema", "store_get_item", `{"id":0}`, /"\/id" must be at least 1/, "invalid-arguments"],
    ["arguments that are no object", "store_get_item", "[]", /must be an object/, "invalid-arguments"],
    ["client functions without a handler", "page_pick_colour", `{"of":"x"}`, /^The tool is not available\.$/, "unbound-client-function"],
  ])("that goes wrong: %s", async (_what, name, given, message, code) => {
    const { output, errors } = await answer(name, given);
    expect(output).toEqual({ error: expect.stringMatching(message) });
    expect(errors).toMatchObject([{ code, sent: false }]);
    expect(shop.arrivals).toEqual([]);
  });

  test("with arguments that strict mode allows and the schema does not", async () => {
    const { output } = await answer("store_get_item", `{"id":0,"size":null}`, { strict: true });
    expect(output.error).toMatch(/"\/id" must be at least 1/);
    expect(shop.arrivals).toEqual([]);
  });

  test.each(failingHooks)("of an unknown tool although the hook `onError` %s", async (_how, onError) => {
    expect(await answer("store_sell", "{}", { onError })).toMatchObject({ output: { error: expect.stringContaining("There is no tool") } });
  });

  test("that failed at the service or in a handler, without secrets", async () => {
    shop.answer = (response) => response.writeHead(500).end("secret");
    const failed = await answer("store_get_item", `{"id":7}`);
    expect(failed.output.error).toMatch(/500/);
    expect(JSON.stringify(failed.output)).not.toContain("secret");
    const thrown = await openai([bindHandler(pickColour, () => Promise.reject(new Error("secret")))]).answer({
      call_id: "c",
      name: "page_pick_colour",
      arguments: `{"of":"x"}`,
    });
    expect(thrown.output).toBe(`{"error":"The tool failed."}`);
  });

  test("that needs approval, with the result only if it was approved", async () => {
    const declined = await answer("store_delete_item", `{"id":7}`);
    expect(declined.output).toEqual({ error: "The call was not approved, and nothing was done." });
    expect(declined.errors).toMatchObject([{ code: "declined" }]);
    const asked: unknown[] = [];
    const decide = (decision: boolean) => ({
      approve: async ({ tool, input, toolCallId }: { tool: Tool; input: unknown; toolCallId: string | undefined }) => {
        asked.push([tool.name, input, toolCallId]);
        return decision;
      },
    });
    await answer("store_delete_item", `{"id":7}`, decide(false));
    // Nobody is asked about what is refused anyway.
    const invalid = await answer("store_delete_item", `{"id":"seven"}`, decide(true));
    expect(invalid.errors).toMatchObject([{ code: "invalid-arguments" }]);
    expect(shop.arrivals).toEqual([]);
    shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"deleted":true}`);
    expect((await answer("store_delete_item", `{"id":7}`, decide(true))).output).toEqual({ deleted: true });
    expect(asked).toEqual([
      ["store_delete_item", { id: 7 }, "c"],
      ["store_delete_item", { id: 7 }, "c"],
    ]);
    expect(arrived()).toEqual(["DELETE /items/7"]);
  });
});

test("OpenAI's calls with empty arguments get an empty object", async () => {
  shop.answer = emptyObject;
  const { answer } = openai([listItems], { baseUrl: shop.address });
  expect((await answer({ call_id: "c", name: "store_list_items", arguments: "" })).output).toBe("{}");
});

test("OpenAI's model gets a long result cut to the tool's size, with a mark", async () => {
  shop.answer = (response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ items: Array(100).fill({ name: "lamp" }) }));
  const { answer } = openai([listItems], { baseUrl: shop.address });
  const output = String((await answer({ call_id: "c", name: "store_list_items", arguments: "{}" })).output);
  expect(output.length).toBeLessThanOrEqual(200);
  expect(output).toContain("_cut");
});

test("OpenAI's calls of one turn run at once with their own ids, and cancelled ones are answered", async () => {
  const ids: (string | undefined)[] = [];
  let running = 0;
  let most = 0;
  const handled = bindHandler(pickColour, async (_input, { toolCallId }) => {
    ids.push(toolCallId);
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running--;
    return { colour: "red" };
  });
  const { answerAll } = openai([handled], { api: "chat" });
  const calls = ["a", "b", "c"].map((id) => ({
    id,
    type: "function" as const,
    function: { name: "page_pick_colour", arguments: `{"of":"x"}` },
  }));
  expect((await answerAll(calls)).map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b", "c"]);
  expect([ids, most]).toEqual([["a", "b", "c"], 3]);
  const stopped = await answerAll(calls, { signal: AbortSignal.abort() });
  expect(stopped.map(({ content }) => content)).toEqual(Array(3).fill(`{"error":"The call was cancelled before it started."}`));
  expect(await answerAll(undefined)).toEqual([]);
});

test("options of a call to OpenAI's `answer` come before the options that the tools were bound to", async () => {
  const { answer } = openai(bindTools([getItem], { baseUrl: "https://shop.invalid" }));
  expect(
    String((await answer({ call_id: "c", name: "store_get_item", arguments: `{"id":1}` }, { baseUrl: shop.address })).output),
  ).toContain("lamp");
});

test("the README's example for OpenAI calls tools until the model answers with text", async () => {
  const place = functionCall("weather_search_places", `{"name":"Oslo","count":null,"language":null}`);
  const done = {
    type: "message",
    id: "m",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Rain.", annotations: [] }],
  };
  api.script(responseOf(place), responseOf(place), responseOf(done));
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"results":[]}`);
  expect(await example(client, "Will it rain in Oslo?", shop.address)).toBe("Rain.");
  expect(arrived()).toEqual(Array(2).fill(expect.stringMatching(/^GET \/v1\/search\?name=Oslo/)));
});
