import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { RequestContext } from "@mastra/core/request-context";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { failingHooks } from "./failing-hooks.ts";
import { deleteItem, getItem, listItems, pageTools, pickColour, storeTools } from "./store.ts";

shortenWaits();

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
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A model that makes one call and then says that it is done; it keeps what it was told. */
function modelOf(toolName: string, input: string) {
  const prompts: { readonly prompt: readonly { readonly role: string; readonly content: unknown }[]; readonly tools?: unknown }[] = [];
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async (given) => {
      prompts.push(given);
      return prompts.length === 1
        ? { content: [{ type: "tool-call", toolCallId: "c1", toolName, input }], finishReason: "tool-calls", usage, warnings: [] }
        : { content: [{ type: "text", text: "Done." }], finishReason: "stop", usage, warnings: [] };
    },
  });
  return { model, prompts };
}

/** What the model was told of its call. */
function told({ prompts }: ReturnType<typeof modelOf>): string {
  return JSON.stringify(prompts.at(-1)?.prompt.find(({ role }) => role === "tool")?.content);
}

function agentOf(model: ReturnType<typeof modelOf>, tools: object): Agent {
  return new Agent({ id: "a", name: "a", instructions: "Help.", model: model.model as never, tools: tools as never });
}

describe("the adapter for Mastra", () => {
  test("calls a tool and gives the model its result", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"Pen","price":2}');
    const model = modelOf("store_get_item", '{"id":7,"size":"small"}');
    const ids: unknown[] = [];
    const tools = mastra(storeTools, { ...options(), onRequest: (_request, { toolCallId }) => ids.push(toolCallId) });
    const { text } = await agentOf(model, tools).generate("Hello");
    expect(text).toBe("Done.");
    expect(service.arrivals).toMatchObject([{ method: "GET", url: "/items/7?size=small" }]);
    expect(told(model)).toContain('"value":{"name":"Pen","price":2}');
    expect(ids).toEqual(["c1"]);
  });

  test("sends nothing for invalid arguments, and gives the model the error", async () => {
    const model = modelOf("store_get_item", '{"id":"seven"}');
    await agentOf(model, mastra([getItem], options())).generate("Hello");
    expect(service.arrivals).toEqual([]);
    expect(told(model)).toContain("id");
  });

  test("returns a result that does not match the output schema", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":7}');
    const model = modelOf("store_get_item", '{"id":7}');
    await agentOf(model, mastra([getItem], options())).generate("Hello");
    expect(told(model)).toContain('"value":{"name":7}');
  });

  test("gives the model only the public message of an error", async () => {
    const model = modelOf("page_pick_colour", '{"of":"a"}');
    const handlers = {
      page_pick_colour: () => {
        throw new Error("The password is hunter2.");
      },
    };
    await agentOf(model, mastra([pickColour], { handlers })).generate("Hello");
    expect(told(model)).toContain("The tool failed.");
    expect(told(model)).not.toContain("hunter2");
  });

  test("passes an error to the application", async () => {
    const cause = new Error("The password is hunter2.");
    const handlers = {
      page_pick_colour: () => {
        throw cause;
      },
    };
    const onError = vi.fn();
    const failed = modelOf("page_pick_colour", '{"of":"a"}');
    await agentOf(failed, mastra([pickColour], { handlers, onError })).generate("Hello");
    expect(onError.mock.calls).toEqual([[cause, { id: "c1", name: "page_pick_colour", arguments: { of: "a" } }]]);
    service.answer = (response) => response.writeHead(503).end("secret");
    const model = modelOf("store_get_item", '{"id":7}');
    await agentOf(model, mastra([getItem], { ...options(), onError })).generate("Hello");
    expect(told(model)).toContain("The service responded with status 503.");
    expect(onError.mock.calls[1]).toMatchObject([{ code: "http-error", details: { status: 503 } }, { name: "store_get_item" }]);
  });

  test.each(failingHooks)("gives the model the result although the hook `onError` %s", async (_how, onError) => {
    service.answer = (response) => response.writeHead(503).end();
    const model = modelOf("store_get_item", '{"id":7}');
    const { text } = await agentOf(model, mastra([getItem], { ...options(), onError })).generate("Hello");
    expect(text).toBe("Done.");
    expect(told(model)).toContain("The service responded with status 503.");
  });

  test("cuts the text for the model to size", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}` }));
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const model = modelOf("store_list_items", "{}");
    await agentOf(model, mastra([listItems], options())).generate("Hello");
    expect(told(model)).toContain('"_cut":');
    expect(told(model).length).toBeLessThan(600);
  });

  describe("asks for approval of a call", () => {
    /** A run that waits for the user, kept in a store as Mastra wants it. */
    async function suspended() {
      service.answer = (response) => response.writeHead(204).end();
      const model = modelOf("store_delete_item", '{"id":7}');
      const agent = agentOf(model, mastra(storeTools, options()));
      new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
      const { finishReason, runId = "", suspendPayload } = await agent.generate("Delete it.");
      expect(finishReason).toBe("suspended");
      expect(suspendPayload).toMatchObject({ toolCallId: "c1", toolName: "store_delete_item", args: { id: 7 } });
      expect(service.arrivals).toEqual([]);
      return { agent, model, call: { runId, toolCallId: "c1" } };
    }

    test("and sends the call once the user approves it", async () => {
      const { agent, call } = await suspended();
      const { text } = await agent.approveToolCallGenerate(call);
      expect(text).toBe("Done.");
      expect(service.arrivals).toMatchObject([{ method: "DELETE", url: "/items/7" }]);
    });

    test("and tells the model if the user declines it", async () => {
      const { agent, model, call } = await suspended();
      const { text } = await agent.declineToolCallGenerate({ ...call, reason: "It is still needed." });
      expect(text).toBe("Done.");
      expect(told(model)).toContain("It is still needed.");
      expect(service.arrivals).toEqual([]);
    });
  });

  test("ends a run at a call of a client function without a handler, which the client answers", async () => {
    const model = modelOf("page_pick_colour", '{"of":"a"}');
    const agent = agentOf(model, mastra(pageTools));
    const result = await agent.generate("Hello");
    expect(result.finishReason).toBe("tool-calls");
    expect(result.toolCalls.map(({ payload: { toolName, args } }) => [toolName, args])).toEqual([["page_pick_colour", { of: "a" }]]);
    expect(result.toolResults).toEqual([]);
    expect(model.prompts.length).toBe(1);
    const call = { toolCallId: "c1", toolName: "page_pick_colour" };
    const { text } = await agent.generate([
      { role: "user", content: "Hello" },
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { of: "a" } }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value: { colour: "red" } } }] },
    ]);
    expect(text).toBe("Done.");
    expect(told(model)).toContain('"value":{"colour":"red"}');
  });

  test("has no `execute` for client functions without a handler, and leaves approvals to the user", () => {
    const tools = mastra([...storeTools, ...pageTools]);
    expect(tools.page_pick_colour.execute).toBeUndefined();
    expect(mastra(pageTools, { handlers: { page_pick_colour: () => ({ colour: "red" }) } }).page_pick_colour.execute).toBeDefined();
    expect(tools.store_delete_item.suspendSchema).toBeDefined();
    expect(tools.store_get_item.suspendSchema).toBeUndefined();
  });

  test("makes tools that a program may also call itself, with a context of Mastra", async () => {
    const { store_get_item } = mastra([getItem], options());
    const requestContext = new RequestContext();
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"lamp"}');
    expect(await store_get_item.execute?.({ id: 7 }, { requestContext })).toEqual({ name: "lamp" });
    expect(await store_get_item.execute?.({ id: 7 })).toEqual({ name: "lamp" });
  });

  test("types the names and inputs of tools, and throws for equal names", () => {
    const tools = mastra([getItem, deleteItem]);
    expectTypeOf<keyof typeof tools>().toEqualTypeOf<"store_get_item" | "store_delete_item">();
    expectTypeOf(tools.store_get_item.id).toEqualTypeOf<"store_get_item">();
    expectTypeOf<NonNullable<typeof tools.store_get_item.execute>>().parameter(0).toEqualTypeOf<{ id: number; size?: "small" | "large" }>();
    // @ts-expect-error: two tools of one name.
    expect(() => mastra([getItem, { ...deleteItem, name: "store_get_item" as const }])).toThrow("Two tools have the name");
  });
});
