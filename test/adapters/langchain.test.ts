import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { failingHooks } from "./failing-hooks.ts";
import { deleteItem, type GetItemInput, getItem, listItems, pickColour, storeTools } from "./store.ts";

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = emptyObject;
});
afterAll(() => service.close());

const options = () => ({ baseUrl: service.address });

describe("the adapter for LangChain", () => {
  test("binds the tools to a model, calls the one that it wants, and hands back its result", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"Pen"}');
    const call = { type: "tool_call" as const, id: "c1", name: "store_get_item", args: { id: 7 } };
    const ids: unknown[] = [];
    const tools = langchain(storeTools, { ...options(), onRequest: (_request, { toolCallId }) => ids.push(toolCallId) });
    const messages: BaseMessage[] = [new HumanMessage("Hello")];
    const bound = new FakeStreamingChatModel({ chunks: [new AIMessageChunk({ content: "", tool_calls: [call] })] }).bindTools([...tools]);
    const asked = await bound.invoke(messages);
    for (const wanted of asked.tool_calls ?? []) {
      const tool: StructuredToolInterface | undefined = tools.find(({ name }) => name === wanted.name);
      messages.push(await tool!.invoke({ ...wanted, type: "tool_call" }));
    }
    const [, told] = messages;
    expect(told).toBeInstanceOf(ToolMessage);
    expect(told).toMatchObject({ name: "store_get_item", tool_call_id: "c1", content: '{"name":"Pen"}', artifact: { name: "Pen" } });
    expect(service.arrivals).toMatchObject([{ method: "GET", url: "/items/7" }]);
    expect(ids).toEqual(["c1"]);
  });

  test("is run by LangGraph's agent, which shows the model the result or the error", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"Pen"}');
    const ids: unknown[] = [];
    const tools = langchain(storeTools, { ...options(), onRequest: (_request, { toolCallId }) => ids.push(toolCallId) });
    const llm = fakeModel()
      .respondWithTools([
        { name: "store_get_item", args: { id: 7 }, id: "c1" },
        { name: "store_get_item", args: { id: "seven" }, id: "c2" },
      ])
      .respond(new AIMessage("Done."));
    const { messages } = await createReactAgent({ llm, tools: [...tools] }).invoke({ messages: [new HumanMessage("Hello")] });
    expect(messages.at(-1)?.content).toBe("Done.");
    expect(llm.calls[1]?.messages.filter(ToolMessage.isInstance)).toMatchObject([
      { tool_call_id: "c1", name: "store_get_item", content: '{"name":"Pen"}', artifact: { name: "Pen" } },
      { tool_call_id: "c2", content: expect.stringContaining("did not match expected schema") },
    ]);
    expect(service.arrivals).toMatchObject([{ method: "GET", url: "/items/7" }]);
    expect(ids).toEqual(["c1"]);
  });

  test("shows the model what is wrong with its arguments", async () => {
    const llm = fakeModel()
      .respondWithTools([{ name: "store_get_item", args: { id: "seven" }, id: "c1" }])
      .respond(new AIMessage("Sorry."));
    const agent = createReactAgent({ llm, tools: [...langchain([getItem], options())] });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("Hello")] });
    expect(messages.find(ToolMessage.isInstance)?.content).toMatch(/id.*"string" is invalid\. Expected "integer"/s);
    expect(service.arrivals).toEqual([]);
  });

  test("lets a call that needs approval wait for the graph's interrupt, and refuses it without one", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const call = { name: "store_delete_item", args: { id: 7 }, id: "c1" };
    const hello = { messages: [new HumanMessage("Delete it.")] };
    const told = ({ messages }: { messages: BaseMessage[] }) => messages.filter(ToolMessage.isInstance).map(({ content }) => content);

    const alone = fakeModel().respondWithTools([call]).respond(new AIMessage("Declined."));
    const declined = await createReactAgent({ llm: alone, tools: [...langchain([deleteItem], options())] }).invoke(hello);
    expect(told(declined)).toEqual([expect.stringContaining("The call was not approved, and nothing was done.")]);
    expect(service.arrivals).toEqual([]);

    const llm = fakeModel().respondWithTools([call]).respond(new AIMessage("Done."));
    const tools = [
      ...langchain([deleteItem], { ...options(), approve: ({ tool, input }) => interrupt({ tool: tool.name, input }) === "yes" }),
    ];
    const agent = createReactAgent({ llm, tools, checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "1" } };
    expect(await agent.invoke(hello, thread)).toMatchObject({
      __interrupt__: [{ value: { tool: "store_delete_item", input: { id: 7 } } }],
    });
    expect(service.arrivals).toEqual([]);
    expect(told(await agent.invoke(new Command({ resume: "yes" }), thread))).toEqual(['{"deleted":true}']);
    expect(service.arrivals).toMatchObject([{ method: "DELETE", url: "/items/7" }]);
  });

  test("lets the handler of a client function interrupt the graph", async () => {
    const llm = fakeModel()
      .respondWithTools([{ name: "page_pick_colour", args: { of: "a" }, id: "c1" }])
      .respond(new AIMessage("Done."));
    const errors: unknown[] = [];
    const handlers = { page_pick_colour: ({ of }: { of: string }) => ({ colour: interrupt({ of }) }) };
    const tools = [...langchain([pickColour], { handlers, onError: (error) => errors.push(error) })];
    const agent = createReactAgent({ llm, tools, checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "1" } };
    const hello = { messages: [new HumanMessage("Pick.")] };
    expect(await agent.invoke(hello, thread)).toMatchObject({ __interrupt__: [{ value: { of: "a" } }] });
    const { messages } = await agent.invoke(new Command({ resume: "red" }), thread);
    expect(messages.filter(ToolMessage.isInstance).map(({ content }) => content)).toEqual(['{"colour":"red"}']);
    expect(errors).toEqual([]);
  });

  test("passes an error to the application, and to the model only its public message", async () => {
    const cause = new Error("The password is hunter2.");
    const failing = () => {
      throw cause;
    };
    const onError = vi.fn();
    const tools = langchain([pickColour, getItem, deleteItem], {
      ...options(),
      handlers: { page_pick_colour: failing },
      approve: failing,
      onError,
    });
    service.answer = (response) => response.writeHead(503).end("secret");
    const llm = fakeModel()
      .respondWithTools([
        { name: "page_pick_colour", args: { of: "a" }, id: "c1" },
        { name: "store_get_item", args: { id: 7 }, id: "c2" },
        { name: "store_delete_item", args: { id: 7 }, id: "c3" },
      ])
      .respond(new AIMessage("Sorry."));
    const { messages } = await createReactAgent({ llm, tools: [...tools] }).invoke({ messages: [new HumanMessage("Hello")] });
    expect(messages.filter(ToolMessage.isInstance).map(({ content }) => content)).toEqual([
      expect.stringContaining("The tool failed."),
      expect.stringContaining("The service responded with status 503."),
      expect.stringContaining("The tool failed."),
    ]);
    expect(JSON.stringify(messages)).not.toContain("hunter2");
    const told = new Map(onError.mock.calls.map(([error, call]) => [call.id, { error, call }]));
    expect(told.get("c1")).toEqual({ error: cause, call: { id: "c1", name: "page_pick_colour", arguments: { of: "a" } } });
    expect(told.get("c2")).toMatchObject({ error: { code: "http-error" }, call: { name: "store_get_item", arguments: { id: 7 } } });
    expect(told.get("c3")).toMatchObject({ error: cause });
  });

  test.each(failingHooks)("throws the public message although the hook `onError` %s", async (_how, onError) => {
    const [tool] = langchain([pickColour], { onError });
    await expect(tool!.invoke({ of: "a" })).rejects.toThrow("The tool is not available.");
  });

  test("validates the arguments before the tool is called", async () => {
    const [tool] = langchain([getItem], options());
    await expect(tool!.invoke({ id: "seven" } as never)).rejects.toThrow("did not match expected schema");
    await expect(tool!.invoke({ id: 7, colour: "red" } as never)).rejects.toThrow('"/colour" is not allowed here.');
    expect(service.arrivals).toEqual([]);
  });

  test("throws the public message, with the error as the cause", async () => {
    const cause = new Error("The password is hunter2.");
    const handlers = {
      page_pick_colour: () => {
        throw cause;
      },
    };
    const [tool] = langchain([pickColour], { handlers });
    await expect(tool!.invoke({ of: "a" })).rejects.toMatchObject({ message: "The tool failed.", cause });
    await expect(langchain([pickColour])[0]!.invoke({ of: "a" })).rejects.toThrow("The tool is not available.");
  });

  test("cancels a call when the run is cancelled", async () => {
    const controller = new AbortController();
    service.answer = () => controller.abort();
    const [tool] = langchain([getItem], options());
    await expect(tool!.invoke({ id: 7 }, { signal: controller.signal })).rejects.toThrow();
  });

  test("cuts the text for the model to size, and keeps the whole result as the artifact", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}` }));
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const [tool] = langchain([listItems], options());
    const told: ToolMessage = await tool!.invoke({ type: "tool_call", id: "c1", name: "store_list_items", args: {} });
    expect(Buffer.byteLength(String(told.content))).toBeLessThanOrEqual(200);
    expect(JSON.parse(String(told.content))).toHaveProperty("_cut");
    expect(told.artifact).toEqual({ items });
  });

  test("types the names and inputs of tools, and throws for equal names", () => {
    const [tool] = langchain([getItem]);
    expectTypeOf(tool!.name).toEqualTypeOf<"store_get_item">();
    expectTypeOf(tool!.func).parameter(0).toEqualTypeOf<GetItemInput>();
    // @ts-expect-error: two tools of one name.
    expect(() => langchain([getItem, { ...deleteItem, name: "store_get_item" as const }])).toThrow("Two tools have the name");
  });
});
