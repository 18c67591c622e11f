import {
  type CoreMessage,
  generateText,
  InvalidToolArgumentsError,
  NoSuchToolError,
  streamText,
  ToolCallRepairError,
  type ToolCallUnion,
  ToolExecutionError,
  type ToolExecutionOptions,
  type ToolResultUnion,
} from "ai";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { publicMessage, ToolError } from "toolsetc/runtime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { tickets } from "../../../generated/index.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../../runtime/loopback.ts";
import { base64, pdf, png, startMediaServers, wav } from "../media.ts";
import { deleteItem, type GetItemInput, getItem, groups, type Item, pageTools, pickColour, storeTools } from "../store.ts";
import { answer } from "./example.ts";
import { scriptedModel } from "./model.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

beforeEach(() => {
  server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ name: "lamp", price: 12 }));
});
afterEach(() => {
  server.arrivals.length = 0;
});

const maxSteps = 4;
const sdk = () => aiSdk4([...storeTools, ...pageTools], { baseUrl: server.address });
const arrived = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);
const getLamp = [{ name: "store_get_item", args: { id: 7, size: "large" } }];

describe("the adapter for the AI SDK 4", () => {
  test("gives the tools by their names, and equal names are an error in types and when it is called", () => {
    expect(Object.keys(sdk().tools)).toEqual([
      "store_get_item",
      "store_delete_item",
      "store_set_labels",
      "store_list_items",
      "page_pick_colour",
    ]);
    const other = { ...deleteItem, name: "store_get_item" } as const;
    // @ts-expect-error Two tools are called store_get_item.
    expect(() => aiSdk4([getItem, other])).toThrow('Two tools have the name "store_get_item"');
  });

  test("shows the model the name, the description and the parameters of a tool, and keeps objects open", async () => {
    const { model, asked } = scriptedModel("done");
    await generateText({ model, tools: sdk().tools, prompt: "x" });
    const mode = asked[0]?.mode;
    const tools = mode?.type === "regular" ? (mode.tools ?? []) : [];
    expect(tools).toHaveLength(5);
    expect(tools[2]).toEqual({
      type: "function",
      name: "store_set_labels",
      description: "Sets the labels of an item.",
      parameters: {
        type: "object",
        properties: { id: { type: "integer" }, labels: { type: "object", additionalProperties: { type: "string" } } },
        required: ["id", "labels"],
      },
    });
  });

  test("types the names, arguments and results of the tools", () => {
    type Set = ReturnType<typeof sdk>["tools"];
    type Call = Extract<ToolCallUnion<Set>, { toolName: "store_get_item" }>;
    expectTypeOf<Call>().toEqualTypeOf<{ type: "tool-call"; toolCallId: string; toolName: "store_get_item"; args: GetItemInput }>();
    type Result = Extract<ToolResultUnion<Set>, { toolName: "store_get_item" }>;
    expectTypeOf<Result>().toEqualTypeOf<{
      type: "tool-result";
      toolCallId: string;
      toolName: "store_get_item";
      args: GetItemInput;
      result: Item;
    }>();
    expectTypeOf<ToolResultUnion<Set>["toolName"]>().toEqualTypeOf<keyof Set>();
    const { tools } = sdk();
    const { model } = scriptedModel();
    // @ts-expect-error There is no such tool.
    const wrong = () => generateText({ model, tools, toolChoice: { type: "tool", toolName: "store_sell" }, prompt: "" });
    expect(wrong).toBeTypeOf("function");
  });
});

describe("generateText of the AI SDK 4", () => {
  test("calls a tool in a step, and returns steps and messages as the SDK documents", async () => {
    const { model, asked } = scriptedModel(getLamp, "A lamp.");
    const finished: string[] = [];
    const messages: CoreMessage[] = [{ role: "user", content: "What is 7?" }];
    const result = await generateText({
      model,
      tools: sdk().tools,
      maxSteps,
      messages,
      onStepFinish: ({ finishReason }) => void finished.push(finishReason),
    });
    expect(result.text).toBe("A lamp.");
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
    expect(finished).toEqual(["tool-calls", "stop"]);
    expect(result.steps.map(({ stepType }) => stepType)).toEqual(["initial", "tool-result"]);
    const [first] = result.steps;
    expect(first?.toolCalls).toEqual([
      { type: "tool-call", toolCallId: "call_1_0", toolName: "store_get_item", args: { id: 7, size: "large" } },
    ]);
    expect(first?.toolResults[0]?.result).toEqual({ name: "lamp", price: 12 });
    expect(result.response.messages.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
    const next = scriptedModel("Still a lamp.");
    await generateText({ model: next.model, tools: sdk().tools, messages: [...messages, ...result.response.messages] });
    expect(next.asked[0]?.prompt.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(asked).toHaveLength(2);
  });

  test("takes tools whose credentials are typed by their security schemes", () => {
    const { tools } = aiSdk4(tickets.allTools, { auth: { google: "token" } });
    expect(Object.keys(tools)).toEqual([...tickets.names]);
    // @ts-expect-error There is no such scheme.
    aiSdk4(tickets.allTools, { auth: { gogle: "token" } });
    // @ts-expect-error It takes a token.
    aiSdk4(tickets.allTools, { auth: { google: { username: "ann", password: "p" } } });
  });

  test("passes the id of a call to hooks, and the messages to a handler", async () => {
    const ids: unknown[] = [];
    const seen: unknown[] = [];
    const { tools } = aiSdk4([getItem, pickColour], {
      baseUrl: server.address,
      onRequest: (_request, { toolCallId }) => ids.push(toolCallId),
      handlers: {
        page_pick_colour: (_input, { toolCallId, runtime }) => {
          const { messages } = runtime as ToolExecutionOptions; // Of the SDK that calls the tools.
          seen.push(
            toolCallId,
            messages.map(({ role }) => role),
          );
          return { colour: "red" };
        },
      },
    });
    const { model } = scriptedModel(getLamp, [{ name: "page_pick_colour", args: { of: "lamp" } }], "done");
    await generateText({ model, tools, maxSteps, prompt: "x" });
    expect(ids).toEqual(["call_1_0"]);
    expect(seen).toEqual(["call_2_0", ["user", "assistant", "tool"]]);
  });

  test.each([
    ["auto", { type: "auto" }],
    ["required", { type: "required" }],
    ["none", { type: "none" }],
    [
      { type: "tool", toolName: "store_get_item" },
      { type: "tool", toolName: "store_get_item" },
    ],
  ] as const)("passes the choice of a tool to the model: %j", async (toolChoice, expected) => {
    const { model, asked } = scriptedModel("done");
    await generateText({ model, tools: sdk().tools, toolChoice, prompt: "x" });
    expect(asked[0]?.mode).toMatchObject({ type: "regular", toolChoice: expected });
  });

  test("offers only the active tools, which may be others in each step", async () => {
    const { model, asked } = scriptedModel(getLamp, "done");
    await generateText({
      model,
      tools: sdk().tools,
      maxSteps,
      prompt: "x",
      experimental_activeTools: [...groups.items],
      experimental_prepareStep: async ({ stepNumber }) => (stepNumber === 1 ? { experimental_activeTools: [...groups.labels] } : undefined),
    });
    const offered = asked.map(({ mode }) => (mode.type === "regular" ? mode.tools?.map(({ name }) => name) : []));
    expect(offered).toEqual([["store_get_item", "store_delete_item"], ["store_set_labels"]]);
  });

  test("shows the model a result that is cut to size, and the program the whole result", async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ name: `item ${index}` }));
    server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const { model, asked } = scriptedModel([{ name: "store_list_items", args: {} }], "done");
    const result = await generateText({ model, tools: sdk().tools, maxSteps, prompt: "x" });
    expect(result.steps[0]?.toolResults[0]?.result).toEqual({ items });
    const told = asked[1]?.prompt.at(-1);
    const [part] = told?.role === "tool" ? told.content : [];
    const text = part?.content?.[0]?.type === "text" ? part.content[0].text : "";
    expect(text.length).toBeLessThanOrEqual(200);
    expect(JSON.parse(text)).toHaveProperty("_cut");
  });

  test("ends at a call of a client function, and continues with a message of its result", async () => {
    const { tools } = sdk();
    const asked: CoreMessage[] = [{ role: "user", content: "Which colour?" }];
    const first = await generateText({
      model: scriptedModel([{ name: "page_pick_colour", args: { of: "lamp" } }]).model,
      tools,
      maxSteps,
      messages: asked,
    });
    expect(first.toolResults).toEqual([]);
    const [call] = first.toolCalls;
    if (call === undefined) throw new Error("A call should be pending.");
    const { toolCallId, toolName } = call;
    const next = scriptedModel("Red it is.");
    const second = await generateText({
      model: next.model,
      tools,
      messages: [
        ...asked,
        ...first.response.messages,
        { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, result: { colour: "red" } }] },
      ],
    });
    expect(second.text).toBe("Red it is.");
  });

  test("ends at a call that needs approval, unless the option `approve` approves it", async () => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const remove = [{ name: "store_delete_item", args: { id: 7 } }];
    const pending = await generateText({ model: scriptedModel(remove).model, tools: sdk().tools, maxSteps, prompt: "x" });
    expect(pending.toolCalls).toHaveLength(1);
    expect(pending.toolResults).toEqual([]);
    const asked: unknown[] = [];
    const deciding = (answer: boolean) =>
      aiSdk4(storeTools, {
        baseUrl: server.address,
        approve: ({ tool, toolCallId, input }) => {
          asked.push(tool.name, toolCallId, input);
          return answer;
        },
      }).tools;
    const declined = await failure(generateText({ model: scriptedModel(remove).model, tools: deciding(false), prompt: "x" }));
    expect(ToolExecutionError.isInstance(declined) && declined.cause).toMatchObject({ code: "declined", sent: false });
    expect(arrived()).toEqual([]);
    expect(asked).toEqual(["store_delete_item", "call_1_0", { id: 7 }]);
    await generateText({ model: scriptedModel(remove).model, tools: deciding(true), prompt: "x" });
    expect(arrived()).toEqual(["DELETE /items/7"]);
  });

  test("ends the request of a tool when it is aborted", async () => {
    const controller = new AbortController();
    const ended = new Promise<void>((resolve) => {
      server.answer = (response) => {
        response.on("close", resolve);
        controller.abort();
      };
    });
    const { model } = scriptedModel(getLamp, "never");
    const error = await failure(generateText({ model, tools: sdk().tools, maxSteps, prompt: "x", abortSignal: controller.signal }));
    await ended;
    expect(ToolExecutionError.isInstance(error) && error.cause).toMatchObject({ code: "cancelled" });
  });
});

describe("generateText of the AI SDK 4 throws", () => {
  test("NoSuchToolError for an unknown tool", async () => {
    const { model } = scriptedModel([{ name: "store_sell", args: {} }]);
    const error = await failure(generateText({ model, ...sdk(), prompt: "x" }));
    expect(NoSuchToolError.isInstance(error) && error.toolName).toBe("store_sell");
    expect(publicMessage(error)).toBe("The tool failed.");
  });

  test("InvalidToolArgumentsError for invalid arguments, with the error of the library as a cause", async () => {
    const { model } = scriptedModel([{ name: "store_get_item", args: { id: "seven" } }]);
    const error = await failure(generateText({ model, tools: sdk().tools, prompt: "x" }));
    expect(InvalidToolArgumentsError.isInstance(error) && error.toolArgs).toBe('{"id":"seven"}');
    expect(causes(error)).toContainEqual(expect.objectContaining({ name: "ToolError", code: "invalid-arguments", sent: false }));
    expect(publicMessage(error)).toMatch(/^The arguments are not valid: .*id/);
    expect(arrived()).toEqual([]);
  });

  test("ToolExecutionError for a failed call, with the error of the library as its cause", async () => {
    server.answer = (response) => response.writeHead(404).end("secret");
    const { model } = scriptedModel(getLamp);
    const error = await failure(generateText({ model, tools: sdk().tools, prompt: "x" }));
    if (!ToolExecutionError.isInstance(error)) throw error;
    expect(error.toolCallId).toBe("call_1_0");
    expect(error.cause).toBeInstanceOf(ToolError);
    expect(error.cause).toMatchObject({ code: "http-error", tool: "store_get_item", sent: true });
    expect(publicMessage(error)).toContain("404");
    expect(publicMessage(error)).not.toContain("secret");
  });

  test("ToolCallRepairError if the program's repair of a call fails", async () => {
    const { model } = scriptedModel([{ name: "store_get_item", args: { id: "seven" } }]);
    const error = await failure(
      generateText({
        model,
        tools: sdk().tools,
        prompt: "x",
        experimental_repairToolCall: async () => {
          throw new Error("No model answers.");
        },
      }),
    );
    if (!ToolCallRepairError.isInstance(error)) throw error;
    expect(InvalidToolArgumentsError.isInstance(error.originalError)).toBe(true);
  });
});

describe("invalid arguments of a call of the AI SDK 4", () => {
  test("are repaired without a further request to the model", async () => {
    const { model, asked } = scriptedModel([{ name: "store_get_item", args: '```json\n{"id": "7", "size": null}\n```' }], "A lamp.");
    const result = await generateText({ model, ...sdk(), maxSteps, prompt: "x" });
    expect(arrived()).toEqual(["GET /items/7"]);
    expect(result.steps[0]?.toolCalls[0]?.args).toEqual({ id: 7 });
    expect(asked).toHaveLength(2);
  });

  test("that cannot be repaired are still an error", async () => {
    const { model } = scriptedModel([{ name: "store_get_item", args: { id: "seven" } }]);
    const error = await failure(generateText({ model, ...sdk(), maxSteps, prompt: "x" }));
    expect(InvalidToolArgumentsError.isInstance(error)).toBe(true);
  });

  test("are repaired by the model if the program asks it again", async () => {
    const { tools } = sdk();
    const again = scriptedModel([{ name: "store_get_item", args: { id: 7 } }]);
    const { model } = scriptedModel([{ name: "store_get_item", args: { id: "seven" } }], "A lamp.");
    const result = await generateText({
      model,
      tools,
      maxSteps,
      prompt: "What is seven?",
      experimental_repairToolCall: async ({ toolCall, error, messages, system, parameterSchema }) => {
        expect(parameterSchema(toolCall)).toMatchObject({ type: "object", required: ["id"] });
        const { toolCalls } = await generateText({
          model: again.model,
          tools,
          ...(system === undefined ? {} : { system }),
          messages: [
            ...messages,
            { role: "assistant", content: [{ type: "tool-call", ...toolCall, args: JSON.parse(toolCall.args) }] },
            {
              role: "tool",
              content: [
                { type: "tool-result", toolCallId: toolCall.toolCallId, toolName: toolCall.toolName, result: publicMessage(error) },
              ],
            },
          ],
        });
        const repaired = toolCalls.find(({ toolName }) => toolName === toolCall.toolName);
        return repaired === undefined ? null : { ...toolCall, args: JSON.stringify(repaired.args) };
      },
    });
    expect(result.text).toBe("A lamp.");
    expect(arrived()).toContain("GET /items/7");
    expect(JSON.stringify(again.asked[0]?.prompt)).toContain("The arguments are not valid");
  });
});

describe("streamText of the AI SDK 4", () => {
  test("calls a tool in a step, and calls `onStepFinish` and `onFinish`", async () => {
    const { model } = scriptedModel(getLamp, "A lamp.");
    const finished: string[] = [];
    const result = streamText({
      model,
      tools: sdk().tools,
      maxSteps,
      prompt: "x",
      onStepFinish: ({ finishReason }) => void finished.push(finishReason),
      onFinish: ({ steps, response }) => void finished.push(`${steps.length} steps, ${response.messages.length} messages`),
    });
    const types: string[] = [];
    for await (const part of result.fullStream) {
      types.push(part.type);
      if (part.type === "tool-result" && part.toolName === "store_get_item") expectTypeOf(part.result).toEqualTypeOf<Item>();
    }
    expect(types.filter((type) => type.startsWith("tool"))).toEqual(["tool-call", "tool-result"]);
    expect(await result.text).toBe("A lamp.");
    expect(finished).toEqual(["tool-calls", "stop", "2 steps, 3 messages"]);
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
  });

  test("has errors as parts of the stream", async () => {
    server.answer = (response) => response.writeHead(404).end();
    const cases = [[{ name: "store_sell", args: {} }], [{ name: "store_get_item", args: { id: "seven" } }], getLamp] as const;
    const found: unknown[] = [];
    for (const step of cases) {
      const result = streamText({ model: scriptedModel(step).model, ...sdk(), prompt: "x", onError: () => {} });
      for await (const part of result.fullStream) if (part.type === "error") found.push(part.error);
    }
    expect(found.map((error) => error instanceof Error && error.name)).toEqual([
      "AI_NoSuchToolError",
      "AI_InvalidToolArgumentsError",
      "AI_ToolExecutionError",
    ]);
    expect(causes(found[2])).toContainEqual(expect.objectContaining({ name: "ToolError", code: "http-error" }));
  });

  test("has the error of a failed repair as a part of the stream", async () => {
    const result = streamText({
      model: scriptedModel([{ name: "store_get_item", args: { id: "seven" } }]).model,
      tools: sdk().tools,
      prompt: "x",
      onError: () => {},
      experimental_repairToolCall: async () => {
        throw new Error("No model answers.");
      },
    });
    const found: unknown[] = [];
    for await (const part of result.fullStream) if (part.type === "error") found.push(part.error);
    expect(found.map((error) => ToolCallRepairError.isInstance(error))).toEqual([true]);
  });

  test("shows the browser the public message of an error and nothing else", async () => {
    server.answer = (response) => response.writeHead(404).end("secret");
    const result = streamText({ model: scriptedModel(getLamp).model, tools: sdk().tools, prompt: "x", onError: () => {} });
    const body = await result.toDataStreamResponse({ getErrorMessage: publicMessage }).text();
    const [line] = body.split("\n").filter((each) => each.startsWith("3:"));
    expect(line).toMatch(/^3:".*404/);
    expect(body).not.toContain("secret");
    expect(body).not.toContain(server.address);
  });
});

test("the example for the AI SDK 4 in the README runs", async () => {
  const call = [{ name: "weather_get_forecast", args: { latitude: 60, longitude: "11" } }];
  const body = await answer(scriptedModel(call, "Cold.").model, "How is Oslo?", server.address).text();
  expect(body).toContain('0:"Cold."');
  expect(arrived()).toEqual(["GET /v1/forecast?latitude=60&longitude=11"]);
});

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("It should fail.");
    },
    (error: unknown) => error,
  );
}

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

test("the AI SDK 4 gives the model pictures and files of a result in their own form", async () => {
  const servers = await startMediaServers();
  const tools: readonly Tool[] = [servers.picture, servers.show];
  const { model, asked } = scriptedModel(
    [
      { name: "picture", args: {} },
      { name: "show", args: {} },
    ],
    "Done.",
  );
  await generateText({ model, tools: aiSdk4(tools as readonly []).tools, prompt: "Show.", maxSteps });
  await servers.close();
  const told = asked[1]?.prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  expect(told?.map((part) => (part.type === "tool-result" ? part.content : part))).toMatchObject([
    [{ type: "image", data: base64(png), mimeType: "image/png" }],
    [
      { type: "text", text: "Here it is." },
      { type: "image", data: base64(png), mimeType: "image/png" },
      { type: "text", text: `[audio/wav, ${wav.length} bytes, which cannot be shown here]` },
      { type: "text" },
      { type: "text" },
      { type: "text", text: `[application/pdf, ${pdf.length} bytes, which cannot be shown here: file:///sheet.pdf]` },
    ],
  ]);
});
