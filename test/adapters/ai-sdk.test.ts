import {
  convertToModelMessages,
  generateText,
  type InferUITools,
  InvalidToolInputError,
  isStepCount,
  type ModelMessage,
  NoSuchToolError,
  streamText,
  ToolLoopAgent,
  type TypedToolCall,
  type TypedToolResult,
  toolSearch,
  type UIMessage,
} from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { getForecast } from "../../generated/toolsets/weather/index.ts";
import { bindHandler, publicMessage, ToolError } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { answer } from "./examples/ai-sdk.ts";
import { deleteItem, type GetItemInput, getItem, groups, type Item, pageTools, pickColour, storeTools } from "./store.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

const stopWhen = isStepCount(4);

beforeEach(() => {
  server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ name: "lamp", price: 12 }));
});
afterEach(() => {
  server.arrivals.length = 0;
});

const sdk = () => aiSdk([...storeTools, ...pageTools], { baseUrl: server.address });
const arrived = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);

describe("the adapter for the AI SDK 7", () => {
  test("gives the tools of several toolsets by name, and equal names are an error in types and when it is called", () => {
    const { tools } = aiSdk([...storeTools, ...pageTools, getForecast]);
    expect(Object.keys(tools)).toEqual([
      "store_get_item",
      "store_delete_item",
      "store_set_labels",
      "store_list_items",
      "page_pick_colour",
      "weather_get_forecast",
    ]);
    const other = { ...deleteItem, name: "store_get_item" } as const;
    // @ts-expect-error Two tools are called store_get_item.
    expect(() => aiSdk([getItem, other])).toThrow('Two tools have the name "store_get_item"');
  });

  test("shows the model the name, the description and the schema of a tool, and keeps objects open", async () => {
    const model = scriptedModel("done");
    await generateText({ model, ...sdk(), prompt: "x" });
    const seen = model.doGenerateCalls[0]?.tools ?? [];
    expect(seen.find(({ name }) => name === "store_set_labels")).toMatchObject({
      type: "function",
      description: "Sets the labels of an item.",
      inputSchema: {
        type: "object",
        properties: { id: { type: "integer" }, labels: { type: "object", additionalProperties: { type: "string" } } },
        required: ["id", "labels"],
      },
    });
    for (const tool of seen) expect(tool).not.toHaveProperty("inputSchema.$schema");
    expect(seen.map(({ name }) => name)).toContain("store_list_items");
    expect(sdk().tools.store_get_item).toMatchObject({ title: "Get an item" });
  });

  test("offers a lazy tool once the SDK's search has found it", async () => {
    const model = scriptedModel([{ name: "search", input: { query: "lists items" } }], "done");
    const { tools } = aiSdk(storeTools, { baseUrl: server.address, lazyTools: "deferred" });
    await generateText({ model, tools: { ...tools, search: toolSearch() }, prompt: "x", stopWhen });
    const seen = model.doGenerateCalls.map((options) => options.tools?.map(({ name }) => name));
    const others = ["store_get_item", "store_delete_item", "store_set_labels"];
    expect(seen).toEqual([
      [...others, "search"],
      [...others, "store_list_items", "search"],
    ]);
  });

  test("types the names, inputs and outputs of the tools", () => {
    const { tools } = sdk();
    type Set = typeof tools;
    type Names = "store_get_item" | "store_delete_item" | "store_set_labels" | "store_list_items" | "page_pick_colour";
    expectTypeOf<keyof Set>().toEqualTypeOf<Names>();
    expectTypeOf<InferUITools<Set>["store_get_item"]>().toEqualTypeOf<{ input: GetItemInput; output: Item }>();
    expectTypeOf<InferUITools<Set>["page_pick_colour"]>().toEqualTypeOf<{ input: { of: string }; output: { colour: string } }>();
    type Call = Extract<TypedToolCall<Set>, { dynamic?: false | undefined; toolName: "store_get_item" }>;
    expectTypeOf<Call["input"]>().toEqualTypeOf<GetItemInput>();
    type Result = Extract<TypedToolResult<Set>, { dynamic?: false | undefined; toolName: "store_delete_item" }>;
    expectTypeOf<Result["output"]>().toEqualTypeOf<{ deleted: boolean }>();
    // Of a tool's type alone nobody knows whether it is a client function without a handler.
    expectTypeOf(tools.page_pick_colour.execute).extract<undefined>().toEqualTypeOf<undefined>();
    expectTypeOf<ReturnType<NonNullable<Set["store_get_item"]["execute"]>>>().toEqualTypeOf<Promise<Item> | AsyncIterable<Item>>();
    // @ts-expect-error There is no such tool.
    const wrong = () => generateText({ model: scriptedModel(), tools, toolChoice: { type: "tool", toolName: "store_sell" }, prompt: "x" });
    expect(wrong).toBeTypeOf("function");
  });
});

describe("generateText of the AI SDK 7", () => {
  test("calls a tool of a service in a step", async () => {
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7, size: "large" } }], "A lamp.");
    const result = await generateText({ model, ...sdk(), prompt: "x", stopWhen });
    expect(result.text).toBe("A lamp.");
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
    expect(result.steps[0]?.toolResults[0]).toMatchObject({ toolName: "store_get_item", output: { name: "lamp", price: 12 } });
    expect(result.steps[0]?.toolCalls[0]?.toolMetadata).toEqual({ team: "stock", toolset: "store", id: "get_item" });
    expect(toolMessages(model.doGenerateCalls[1]?.prompt)).toEqual([{ type: "json", value: { name: "lamp", price: 12 } }]);
  });

  test("passes the id of a call to hooks", async () => {
    const ids: unknown[] = [];
    const { tools } = aiSdk([getItem], { baseUrl: server.address, onRequest: (_request, { toolCallId }) => ids.push(toolCallId) });
    await generateText({ model: scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "done"), tools, prompt: "x", stopWhen });
    expect(ids).toEqual(["call_1_0"]);
  });

  test("shows the model a result that is cut to size, and the program the whole result", async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ name: `item ${index}` }));
    server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const model = scriptedModel([{ name: "store_list_items", input: {} }], "done");
    const result = await generateText({ model, ...sdk(), prompt: "x", stopWhen });
    expect(result.steps[0]?.toolResults[0]?.output).toEqual({ items });
    const [told] = toolMessages(model.doGenerateCalls[1]?.prompt);
    expect(told?.type).toBe("text");
    expect(String(told?.value).length).toBeLessThanOrEqual(200);
    expect(JSON.parse(String(told?.value))).toHaveProperty("_cut");
  });

  test("shows the model the error of an invalid input, and sends nothing", async () => {
    const model = scriptedModel([{ name: "store_get_item", input: { id: "seven" } }], "Sorry.");
    const { tools } = sdk();
    const result = await generateText({ model, tools, prompt: "x", stopWhen });
    const [call] = result.steps[0]?.toolCalls ?? [];
    if (call?.dynamic !== true || !InvalidToolInputError.isInstance(call.error)) throw new Error("The call should be invalid.");
    expect(publicMessage(call.error)).toMatch(/^The arguments are not valid: .*id/);
    expect(result.steps[0]?.content.map(({ type }) => type)).toEqual(["tool-call", "tool-error"]);
    expect(result.text).toBe("Sorry.");
    expect(arrived()).toEqual([]);
  });

  test("shows the model nothing of a handler's error, which the program gets as a cause", async () => {
    const cause = new Error("The password is hunter2.");
    const model = scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "Sorry.");
    const { tools } = aiSdk([bindHandler(pickColour, () => Promise.reject(cause))]);
    const result = await generateText({ model, tools, prompt: "x", stopWhen });
    expect(toolMessages(model.doGenerateCalls[1]?.prompt)).toEqual([{ type: "error-text", value: "Error: The tool failed." }]);
    expect(result.steps[0]?.content.find(({ type }) => type === "tool-error")).toMatchObject({ error: { cause } });
  });

  test("reports a call of an unknown tool to the model", async () => {
    const { tools, repairToolCall } = sdk();
    const result = await generateText({
      model: scriptedModel([{ name: "store_sell", input: {} }], "Sorry."),
      tools,
      repairToolCall,
      prompt: "x",
      stopWhen,
    });
    const [call] = result.steps[0]?.toolCalls ?? [];
    expect(call?.dynamic === true && NoSuchToolError.isInstance(call.error)).toBe(true);
  });

  test("repairs an invalid input without a further request to the model", async () => {
    const input = 'Sure: {"id": "7", "size": "Large"}';
    const { tools, repairToolCall } = sdk();
    const result = await generateText({
      model: scriptedModel([{ name: "store_get_item", input }], "A lamp."),
      tools,
      repairToolCall,
      prompt: "x",
      stopWhen,
    });
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
    expect(result.steps[0]?.toolCalls[0]?.input).toEqual({ id: 7, size: "large" });
  });

  test("leaves an input invalid that cannot be repaired", async () => {
    const model = scriptedModel([{ name: "store_get_item", input: { id: "seven" } }], "Sorry.");
    const result = await generateText({ model, ...sdk(), prompt: "x", stopWhen });
    expect(result.steps[0]?.toolCalls[0]?.invalid).toBe(true);
    expect(arrived()).toEqual([]);
  });

  test("has the error of a service as a ToolError in the part `tool-error`", async () => {
    server.answer = (response) => response.writeHead(503).end("secret");
    const model = scriptedModel([{ name: "store_set_labels", input: { id: 1, labels: {} } }], "Sorry.");
    const { tools } = sdk();
    const result = await generateText({ model, tools, prompt: "x", stopWhen });
    const part = result.steps[0]?.content.find(({ type }) => type === "tool-error");
    const error = part?.type === "tool-error" ? part.error : undefined;
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code: "http-error", sent: true });
    expect(publicMessage(error)).not.toContain("secret");
  });

  test('reports a result of the wrong shape as an error with `output: "strict"`', async () => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"price":"high"}');
    const { tools } = aiSdk([getItem], { baseUrl: server.address, output: "strict" });
    const result = await generateText({
      model: scriptedModel([{ name: "store_get_item", input: { id: 1 } }], "Sorry."),
      tools,
      prompt: "x",
      stopWhen,
    });
    const part = result.steps[0]?.content.find(({ type }) => type === "tool-error");
    expect(part?.type === "tool-error" && part.error).toMatchObject({ code: "invalid-response", sent: true });
  });

  test("ends at a call of a client function, and continues with a message of its result", async () => {
    const { tools } = sdk();
    const asked: ModelMessage[] = [{ role: "user", content: "Which colour?" }];
    const first = await generateText({
      model: scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }]),
      tools,
      messages: asked,
      stopWhen,
    });
    expect(first.steps).toHaveLength(1);
    expect(first.toolResults).toEqual([]);
    const [call] = first.toolCalls;
    if (call === undefined) throw new Error("A call should be pending.");
    const answer: ModelMessage = {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: call.toolCallId, toolName: call.toolName, output: { type: "json", value: { colour: "red" } } },
      ],
    };
    const model = scriptedModel("Red it is.");
    const second = await generateText({ model, tools, messages: [...asked, ...first.response.messages, answer], stopWhen });
    expect(second.text).toBe("Red it is.");
    expect(toolMessages(model.doGenerateCalls[0]?.prompt)).toEqual([{ type: "json", value: { colour: "red" } }]);
  });

  test("executes a client function with a handler", async () => {
    const { tools } = aiSdk([bindHandler(pickColour, ({ of }) => ({ colour: `green ${of}` }))]);
    const result = await generateText({
      model: scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "Green."),
      tools,
      prompt: "x",
      stopWhen,
    });
    expect(result.steps[0]?.toolResults[0]?.output).toEqual({ colour: "green lamp" });
    const viaOptions = aiSdk([pickColour], { handlers: { page_pick_colour: () => ({ colour: "blue" }) } });
    expect(viaOptions.tools.page_pick_colour.execute).toBeTypeOf("function");
  });

  test.each([true, false])("asks for approval, and makes the call or not as the user answers: %s", async (approved) => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const { tools, toolApproval } = sdk();
    expect(toolApproval).toEqual({ store_delete_item: "user-approval" });
    const asked: ModelMessage[] = [{ role: "user", content: "Delete it." }];
    const first = await generateText({
      model: scriptedModel([{ name: "store_delete_item", input: { id: 7 } }]),
      tools,
      toolApproval,
      messages: asked,
      stopWhen,
    });
    expect(arrived()).toEqual([]);
    const request = first.content.find((part) => part.type === "tool-approval-request");
    if (request === undefined) throw new Error("Approval should be asked.");
    const answer: ModelMessage = {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: request.approvalId, approved }],
    };
    const second = await generateText({
      model: scriptedModel("Done."),
      tools,
      toolApproval,
      messages: [...asked, ...first.response.messages, answer],
      stopWhen,
    });
    expect(second.text).toBe("Done.");
    expect(arrived()).toEqual(approved ? ["DELETE /items/7"] : []);
  });

  test("sends nothing before the user was asked, whatever members of the adapter's result are used", async () => {
    const { tools } = sdk();
    const deletion = [{ name: "store_delete_item", input: { id: 7 } }];
    const own = { ...tools, page_pick_colour: { ...tools.page_pick_colour } };
    const generated = await generateText({ model: scriptedModel(deletion), tools: own, prompt: "x", stopWhen });
    expect(generated.content.map(({ type }) => type)).toContain("tool-approval-request");
    const streamed = streamText({ model: scriptedModel(deletion), tools, prompt: "x", stopWhen });
    expect((await streamed.content).map(({ type }) => type)).toContain("tool-approval-request");
    const agent = new ToolLoopAgent({ model: scriptedModel(deletion), tools });
    expect((await agent.generate({ prompt: "x" })).content.map(({ type }) => type)).toContain("tool-approval-request");
    await expect(tools.store_delete_item.execute?.({ id: 7 }, { toolCallId: "a", messages: [] })).rejects.toMatchObject({
      code: "declined",
    });
    expect(arrived()).toEqual([]);
  });

  test("asks the option `approve` in place of the user", async () => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const asked: unknown[] = [];
    const decided = aiSdk(storeTools, {
      baseUrl: server.address,
      approve: (request) => {
        asked.push(request.toolCallId, request.input);
        return request.input.id === 7;
      },
    });
    expect(decided.toolApproval).toEqual({});
    for (const id of [7, 8]) {
      const model = scriptedModel([{ name: "store_delete_item", input: { id } }], "Done.");
      await generateText({ model, ...decided, prompt: "x", stopWhen });
    }
    expect(asked).toEqual(["call_1_0", { id: 7 }, "call_1_0", { id: 8 }]);
    expect(arrived()).toEqual(["DELETE /items/7"]);
  });

  test("calls a tool that needs no approval at once", async () => {
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "done");
    await generateText({ model, ...sdk(), prompt: "x", stopWhen });
    expect(arrived()).toEqual(["GET /items/7"]);
  });

  test("offers only the active tools of a generated group, and a tool chosen by name", async () => {
    const model = scriptedModel("done");
    const { tools } = sdk();
    await generateText({
      model,
      tools,
      activeTools: groups.items,
      toolChoice: { type: "tool", toolName: "store_get_item" },
      prompt: "x",
    }).catch(() => {}); // The SDK minds that the model answers without the tool; what it was offered is what counts.
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual(["store_get_item", "store_delete_item"]);
    expect(model.doGenerateCalls[0]?.toolChoice).toEqual({ type: "tool", toolName: "store_get_item" });
  });

  test("ends the request of a tool when it is aborted", async () => {
    const controller = new AbortController();
    const ended = new Promise<void>((resolve) => {
      server.answer = (response) => {
        response.on("close", resolve);
        controller.abort();
      };
    });
    const { tools } = sdk();
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "never");
    await expect(
      generateText({ model, tools, prompt: "x", stopWhen, abortSignal: controller.signal }).then(({ text }) => text),
    ).rejects.toMatchObject({ name: "AbortError" });
    await ended;
    expect(model.doGenerateCalls).toHaveLength(1);
  });
});

describe("streamText of the AI SDK 7", () => {
  test("calls a tool of a service in a step", async () => {
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "A lamp.");
    const result = streamText({ model, ...sdk(), prompt: "x", stopWhen });
    const types: string[] = [];
    for await (const part of result.stream) {
      types.push(part.type);
      if (part.type === "tool-result" && part.dynamic !== true && part.toolName === "store_get_item")
        expectTypeOf(part.output).toEqualTypeOf<Item>();
    }
    expect(types.filter((type) => type.startsWith("tool"))).toEqual([
      "tool-input-start",
      "tool-input-delta",
      "tool-input-end",
      "tool-call",
      "tool-result",
    ]);
    expect(await result.text).toBe("A lamp.");
    expect(arrived()).toEqual(["GET /items/7"]);
  });

  test("repairs an invalid input, and has the error of a service as a part", async () => {
    server.answer = (response) => response.writeHead(404).end();
    const model = scriptedModel([{ name: "store_get_item", input: '"{\\"id\\": 7}"' }], "Sorry.");
    const result = streamText({ model, ...sdk(), prompt: "x", stopWhen });
    const errors: unknown[] = [];
    for await (const part of result.stream) if (part.type === "tool-error") errors.push(part.error);
    expect(arrived()).toEqual(["GET /items/7"]);
    expect(errors).toEqual([expect.objectContaining({ name: "ToolError", code: "http-error" })]);
  });

  test("gives typed parts to the user interface, whose answer goes on with the messages", async () => {
    const { tools, toolApproval } = sdk();
    const model = scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }]);
    const stream = streamText({ model, tools, toolApproval, prompt: "x", stopWhen });
    await stream.consumeStream();
    const [call] = await stream.toolCalls;
    if (call === undefined) throw new Error("A call should be pending.");
    type Message = UIMessage<unknown, never, InferUITools<typeof tools>>;
    const messages: Omit<Message, "id">[] = [
      { role: "user", parts: [{ type: "text", text: "Which colour?" }] },
      {
        role: "assistant",
        parts: [
          {
            type: "tool-page_pick_colour",
            toolCallId: call.toolCallId,
            state: "output-available",
            input: { of: "lamp" },
            output: { colour: "red" },
          },
        ],
      },
    ];
    const next = scriptedModel("Red it is.");
    const second = streamText({ model: next, tools, messages: await convertToModelMessages(messages, { tools }) });
    expect(await second.text).toBe("Red it is.");
    expect(toolMessages(next.doStreamCalls[0]?.prompt)).toEqual([{ type: "json", value: { colour: "red" } }]);
  });

  test("shows the browser the public message of an error and nothing else", async () => {
    server.answer = (response) => response.writeHead(404).end("secret");
    const { tools } = sdk();
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "Sorry.");
    const result = streamText({ model, tools, prompt: "x", stopWhen });
    const body = await result.toUIMessageStreamResponse({ onError: publicMessage }).text();
    expect(body).toMatch(/"type":"tool-output-error".*404/);
    expect(body).not.toContain("secret");
    expect(body).not.toContain(server.address);
  });

  test("ends the request of a tool when it is aborted", async () => {
    const controller = new AbortController();
    const ended = new Promise<void>((resolve) => {
      server.answer = (response) => {
        response.on("close", resolve);
        controller.abort();
      };
    });
    const { tools } = sdk();
    const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "never");
    const result = streamText({ model, tools, prompt: "x", stopWhen, abortSignal: controller.signal });
    const types: string[] = [];
    for await (const part of result.stream) types.push(part.type);
    await ended;
    expect(types).toContain("abort");
    expect(model.doStreamCalls).toHaveLength(1);
  });
});

test("an agent of the AI SDK 7 takes the result of the adapter", async () => {
  const agent = new ToolLoopAgent({ model: scriptedModel([{ name: "store_get_item", input: { id: "7" } }], "A lamp."), ...sdk() });
  expect((await agent.generate({ prompt: "x" })).text).toBe("A lamp.");
  expect(arrived()).toEqual(["GET /items/7"]);
});

test("the example for the AI SDK in the README answers with the result of a tool", async () => {
  const model = scriptedModel([{ name: "weather_get_forecast", input: { latitude: 60, longitude: "11" } }], "Cold.");
  const { text } = await answer(model, "How is Oslo?", server.address);
  expect(text).toBe("Cold.");
  expect(arrived()).toEqual(["GET /v1/forecast?latitude=60&longitude=11"]);
});

/** What the model was told of the tools' answers. */
function toolMessages(prompt: readonly { readonly role: string; readonly content: unknown }[] = []): { type: string; value: unknown }[] {
  return prompt.flatMap(({ role, content }) =>
    role === "tool" && Array.isArray(content) ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
  );
}
