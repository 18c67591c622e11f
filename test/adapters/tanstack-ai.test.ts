import {
  type ApprovalCapabilityOf,
  type ApprovalSchemaOf,
  chat,
  type InferToolInput,
  type InferToolName,
  type InferToolOutput,
  type StreamChunk,
} from "@tanstack/ai";
import { type ChatRecord, clientTool, definition, serverTool, tanstackAi } from "toolsetc/tanstack-ai";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import * as zod from "zod";
import type { Tool } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { answer } from "./examples/tanstack-ai.ts";
import { deleteItem, type GetItemInput, getItem, type Item, listItems, pageTools, pickColour, storeTools } from "./store.ts";
import { type Step, scriptedAdapter } from "./tanstack-ai-adapter.ts";

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

const tools = (chat?: ChatRecord) => tanstackAi([...storeTools, ...pageTools], { baseUrl: server.address, chat });
const arrived = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);
type Options = Partial<Parameters<typeof chat>[0]>;

/** Runs the SDK's loop to its end, or to an interrupt. */
async function run(steps: readonly Step[], options: Options = {}) {
  const { adapter, asked } = scriptedAdapter(...steps);
  const chunks: StreamChunk[] = [];
  const stream = chat({
    adapter,
    messages: [{ role: "user", content: "What is 7?" }],
    tools: tools(),
    threadId: "thread",
    runId: "first",
    debug: false,
    ...options,
  });
  // The options ask for no structured output and leave `stream` alone.
  for await (const chunk of stream as AsyncIterable<StreamChunk>) chunks.push(chunk);
  return { asked, chunks, results: resultsOf(chunks), interrupts: interruptsOf(chunks) };
}

const resultsOf = (chunks: readonly StreamChunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === "TOOL_CALL_RESULT" ? [JSON.parse(String(chunk.content))] : []));

const interruptsOf = (chunks: readonly StreamChunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === "RUN_FINISHED" && chunk.outcome?.type === "interrupt" ? chunk.outcome.interrupts : []));

describe("the adapter for TanStack AI", () => {
  test("makes a server tool with all that the SDK takes", () => {
    const tool = serverTool(getItem);
    expect(tool).toMatchObject({
      __toolSide: "server",
      name: "store_get_item",
      description: "Gets an item of the store.",
      needsApproval: false,
      metadata: { team: "stock", toolset: "store", id: "get_item" },
    });
    expect(tool).not.toHaveProperty("lazy");
    expect(tool.execute).toBeTypeOf("function");
    expect(tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-07" })).toMatchObject({ required: ["id"] });
    expect(tool.outputSchema["~standard"].jsonSchema.output({ target: "draft-07" })).toMatchObject({ required: ["name"] });
    expect(serverTool(listItems).lazy).toBe(true);
    expect(serverTool(deleteItem).needsApproval).toBe(true);
  });

  test("makes a client tool, and a definition of one", async () => {
    expect(clientTool(pickColour)).toMatchObject({ __toolSide: "client", name: "page_pick_colour" });
    expect(clientTool(pickColour)).not.toHaveProperty("execute");
    const bound = clientTool(pickColour, ({ of }) => ({ colour: `green ${of}` }));
    expect(await bound.execute?.({ of: "lamp" }, { context: undefined, emitCustomEvent: () => {} })).toEqual({ colour: "green lamp" });
    const shared = definition(pickColour);
    expect(shared.__toolSide).toBe("definition");
    expect(shared.client()).toMatchObject({ __toolSide: "client", name: "page_pick_colour" });
    const target = { target: "draft-2020-12" };
    expect(shared.client().outputSchema["~standard"].jsonSchema.output(target)).toEqual(
      pickColour.outputSchema["~standard"].jsonSchema.output(target),
    );
    expect(shared.server(() => ({ colour: "red" }))).toMatchObject({ __toolSide: "server", name: "page_pick_colour" });
  });

  test("makes the tools of several toolsets in order, and equal names are an error in types and when it is called", () => {
    expect(tools().map(({ name, __toolSide }) => [name, __toolSide])).toEqual([
      ["store_get_item", "server"],
      ["store_delete_item", "server"],
      ["store_set_labels", "server"],
      ["store_list_items", "server"],
      ["page_pick_colour", "client"],
    ]);
    const other = { ...deleteItem, name: "store_get_item" } as const;
    // @ts-expect-error Two tools are called store_get_item.
    expect(() => tanstackAi([getItem, other])).toThrow('Two tools have the name "store_get_item"');
  });

  test("types names, inputs, outputs and the need for approval", () => {
    const tool = serverTool(getItem);
    expectTypeOf<InferToolName<typeof tool>>().toEqualTypeOf<"store_get_item">();
    expectTypeOf<InferToolInput<typeof tool>>().toEqualTypeOf<GetItemInput>();
    expectTypeOf<InferToolOutput<typeof tool>>().toEqualTypeOf<Item>();
    expectTypeOf(tool.__toolSide).toEqualTypeOf<"server">();
    expectTypeOf(clientTool(pickColour).__toolSide).toEqualTypeOf<"client">();
    expectTypeOf(definition(pickColour).__toolSide).toEqualTypeOf<"definition">();
    expectTypeOf<ApprovalCapabilityOf<typeof tool>>().toEqualTypeOf<false>();
    const deleting = serverTool(deleteItem);
    expectTypeOf<ApprovalCapabilityOf<typeof deleting>>().toEqualTypeOf<true>();
    const either: Tool = getItem;
    const unknown = serverTool(either);
    expectTypeOf<ApprovalCapabilityOf<typeof unknown>>().toEqualTypeOf<boolean>();
    const asking = serverTool({ ...getItem, approval: "required" });
    expectTypeOf<ApprovalCapabilityOf<typeof asking>>().toEqualTypeOf<true>();
    const free = definition({ ...getItem, approval: "none" });
    expectTypeOf<ApprovalCapabilityOf<typeof free>>().toEqualTypeOf<false>();
    const all = tools();
    expectTypeOf<InferToolName<(typeof all)[4]>>().toEqualTypeOf<"page_pick_colour">();
    expectTypeOf<InferToolOutput<(typeof all)[4]>>().toEqualTypeOf<{ colour: string }>();
  });
});

describe("a chat of TanStack AI", () => {
  test("calls a tool of a service in a loop", async () => {
    const { results, asked, chunks } = await run([[{ name: "store_get_item", args: { id: 7, size: "large" } }], "A lamp."]);
    expect(arrived()).toEqual(["GET /items/7?size=large"]);
    expect(results).toEqual([{ name: "lamp", price: 12 }]);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "call_1_0" });
    expect(chunks.flatMap((chunk) => (chunk.type === "TEXT_MESSAGE_CONTENT" ? [chunk.delta] : []))).toEqual(["A lamp."]);
  });

  test("shows the model open schemas, and a lazy tool once the model asks for it", async () => {
    const discover = { name: "__lazy__tool__discovery__", args: { toolNames: ["store_list_items"] } };
    const { asked } = await run([[discover], "done"]);
    const names = asked.map((options) => options.tools?.map(({ name }) => name));
    expect(names[0]).not.toContain("store_list_items");
    expect(names[1]).toContain("store_list_items");
    const labels = asked[0]?.tools?.find(({ name }) => name === "store_set_labels");
    expect(labels?.inputSchema).toMatchObject({ properties: { labels: { type: "object", additionalProperties: { type: "string" } } } });
  });

  test("gives the model the error of an invalid input, and sends nothing", async () => {
    const { results } = await run([[{ name: "store_get_item", args: { id: "seven" } }], "Sorry."]);
    expect(results).toEqual([{ error: expect.stringMatching(/Input validation failed.*id/s) }]);
    expect(arrived()).toEqual([]);
  });

  test('reports a result of the wrong shape, and makes it an error with `output: "strict"`', async () => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"price":"high"}');
    const call = [{ name: "store_get_item", args: { id: 7 } }];
    const mismatches: string[] = [];
    const reported = tanstackAi([getItem], { baseUrl: server.address, onMismatch: ({ tool }) => mismatches.push(tool) });
    expect((await run([call, "done"], { tools: reported })).results).toEqual([{ price: "high" }]);
    expect(mismatches).toEqual(["store_get_item"]);
    const strict = tanstackAi([getItem], { baseUrl: server.address, output: "strict" });
    const { results } = await run([call, "done"], { tools: strict });
    expect(results).toEqual([{ error: expect.stringContaining("The call was made, but its result does not match the output schema") }]);
  });

  test("gives the model the error of a service", async () => {
    server.answer = (response) => response.writeHead(404).end("No item has this id.");
    const { results } = await run([[{ name: "store_get_item", args: { id: 7 } }], "Sorry."]);
    expect(results).toEqual([{ error: `The service responded with status 404. Reason from the service: "No item has this id."` }]);
  });

  test("shows neither the model nor the browser the error of a handler", async () => {
    const cause = new Error("The password is hunter2.");
    const handlers = { page_pick_colour: () => Promise.reject(cause) };
    const { results, chunks } = await run([[{ name: "page_pick_colour", args: { of: "lamp" } }], "Sorry."], {
      tools: tanstackAi([pickColour], { handlers }),
    });
    expect(results).toEqual([{ error: "The tool failed." }]);
    expect(JSON.stringify(chunks)).not.toContain("hunter2");
    await expect(serverTool(pickColour, { handlers }).execute?.({ of: "lamp" }, {} as never)).rejects.toMatchObject({ cause });
  });

  test("cuts a result to size for the model", async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ name: `item ${index}` }));
    server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const all = { ...listItems, lazy: false } as const;
    const { results, asked } = await run([[{ name: "store_list_items", args: {} }], "done"], {
      tools: tanstackAi([all], { baseUrl: server.address }),
    });
    expect(results).toEqual([expect.objectContaining({ _cut: expect.anything() })]);
    expect(String(asked[1]?.messages.at(-1)?.content).length).toBeLessThanOrEqual(200);
  });

  test("passes the id of a call and the SDK's context to hooks and handlers", async () => {
    const seen: unknown[] = [];
    const { chunks } = await run([[{ name: "page_pick_colour", args: { of: "lamp" } }], "Red."], {
      tools: tanstackAi([pickColour], {
        handlers: {
          page_pick_colour: (_input, { toolCallId, runtime }) => {
            seen.push(toolCallId);
            // Of the SDK that calls the tools.
            (runtime as { emitCustomEvent: (name: string, value: unknown) => void }).emitCustomEvent("picked", { colour: "red" });
            return { colour: "red" };
          },
        },
      }),
    });
    expect(seen).toEqual(["call_1_0"]);
    expect(chunks).toContainEqual(expect.objectContaining({ type: "CUSTOM", name: "picked" }));
  });

  test("is interrupted by a call of a client tool, and continues with its result", async () => {
    const call = { name: "page_pick_colour", args: { of: "lamp" } };
    const first = await run([[call]]);
    expect(first.asked).toHaveLength(1);
    expect(first.interrupts).toEqual([
      expect.objectContaining({
        id: "client_tool_call_1_0",
        reason: "tanstack:client_tool_execution",
        toolCallId: "call_1_0",
        responseSchema: expect.objectContaining({ required: ["colour"] }),
      }),
    ]);
    const second = await resume(call, { interruptId: "client_tool_call_1_0", status: "resolved", payload: { colour: "red" } }, [
      "Red it is.",
    ]);
    expect(JSON.stringify(second.asked[0]?.messages.at(-1))).toContain("red");
    const wrong = await resume(call, { interruptId: "client_tool_call_1_0", status: "resolved", payload: { colour: 5 } }, []);
    expect(wrong.chunks).toEqual([expect.objectContaining({ type: "RUN_ERROR", message: expect.stringContaining("colour") })]);
  });

  test.each([true, false])("is interrupted for an approval, and makes the call or not as the user answers: %s", async (approved) => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const call = { name: "store_delete_item", args: { id: 7 } };
    const first = await run([[call]]);
    expect(arrived()).toEqual([]);
    expect(first.interrupts).toEqual([
      expect.objectContaining({ id: "approval_call_1_0", reason: "tool_call", toolCallId: "call_1_0", responseSchema: expect.anything() }),
    ]);
    const second = await resume(call, { interruptId: "approval_call_1_0", status: "resolved", payload: { approved } }, ["Done."]);
    expect(arrived()).toEqual(approved ? ["DELETE /items/7"] : []);
    expect(second.asked).toHaveLength(1);
  });

  test("validates the user's answer with `approvalSchema`, and shows the model the reason of a refusal", async () => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const approvalSchema = { approve: zod.object({ ticket: zod.string() }), reject: zod.object({ reason: zod.string() }) };
    const askingIn = (chat?: ChatRecord) =>
      tanstackAi(storeTools, { baseUrl: server.address, chat, approvalSchemas: { store_delete_item: approvalSchema } });
    const asking = askingIn();
    expectTypeOf<ApprovalSchemaOf<(typeof asking)[1]>>().toEqualTypeOf<typeof approvalSchema>();
    expectTypeOf<ApprovalSchemaOf<(typeof asking)[0]>>().toEqualTypeOf<undefined>();
    const shared = definition(deleteItem, { approvalSchema });
    expectTypeOf<ApprovalSchemaOf<ReturnType<typeof shared.client>>>().toEqualTypeOf<typeof approvalSchema>();
    expect(shared.client()).toMatchObject({ approvalSchema });
    expect(serverTool(deleteItem, { approvalSchema })).toMatchObject({ approvalSchema });
    const call = { name: "store_delete_item", args: { id: 7 } };
    const decide = (payload: object, steps: readonly Step[]) =>
      resume(call, { interruptId: "approval_call_1_0", status: "resolved", payload }, steps, askingIn);
    const [interrupt] = (await run([[call]], { tools: asking })).interrupts;
    expect(JSON.stringify(interrupt?.responseSchema)).toContain("ticket");
    const silent = await decide({ approved: true }, []);
    expect(silent.chunks).toEqual([expect.objectContaining({ type: "RUN_ERROR" })]);
    expect(arrived()).toEqual([]);
    const refused = await decide({ approved: false, payload: { reason: "Ask my boss." } }, ["Done."]);
    expect(JSON.stringify(refused.asked[0]?.messages)).toContain("Ask my boss.");
    expect(arrived()).toEqual([]);
    await decide({ approved: true, payload: { ticket: "T1" } }, ["Done."]);
    expect(arrived()).toEqual(["DELETE /items/7"]);
  });

  test("throws for an `approvalSchema` of a tool that needs no approval, or of an unknown tool", () => {
    const approvalSchema = zod.object({ reason: zod.string() });
    expect(() => tanstackAi(storeTools, { approvalSchemas: { store_get_item: approvalSchema } })).toThrow(
      'The tool "store_get_item" requires no approval, so its `approvalSchema` has no effect',
    );
    // @ts-expect-error There is no such tool.
    tanstackAi(storeTools, { approvalSchemas: { store_remove_item: approvalSchema } });
  });

  test("cancels the request of a tool when it is aborted", async () => {
    const abortController = new AbortController();
    const ended = new Promise<void>((resolve) => {
      server.answer = (response) => {
        response.on("close", resolve);
        abortController.abort();
      };
    });
    const { asked } = await run([[{ name: "store_get_item", args: { id: 7 } }], "never"], { abortController });
    await ended;
    expect(asked).toHaveLength(1);
  });
});

test("the example for TanStack AI in the README runs", async () => {
  const { adapter, asked } = scriptedAdapter([{ name: "weather_get_forecast", args: { latitude: 60, longitude: 11 } }], "Cold.");
  for await (const _ of answer(adapter, "How is Oslo?", server.address));
  expect(asked).toHaveLength(2);
  expect(arrived()).toEqual(["GET /v1/forecast?latitude=60&longitude=11"]);
});

/** Goes on with a run that `call` interrupted. */
function resume(
  call: { name: string; args: unknown },
  answer: NonNullable<Options["resume"]>[number],
  steps: readonly Step[],
  given: (chat: ChatRecord) => Options["tools"] = tools,
) {
  const messages: Options["messages"] = [
    { role: "user", content: "What is 7?" },
    {
      role: "assistant",
      content: null,
      toolCalls: [{ id: "call_1_0", type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } }],
    },
  ];
  return run(steps, {
    tools: given({ messages, resume: [answer] }),
    messages,
    runId: "second",
    parentRunId: "first",
    resume: [answer],
  });
}
