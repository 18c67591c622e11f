import {
  Agent,
  type Tool as AgentTool,
  type Model,
  type ModelRequest,
  type ModelResponse,
  OpenAIResponsesModel,
  Runner,
  toolSearchTool,
  Usage,
} from "@openai/agents";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { failingHooks } from "./failing-hooks.ts";
import { deleteItem, getItem, listItems, pickColour, setLabels, storeTools } from "./store.ts";

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = emptyObject;
});
afterAll(() => service.close());

const runner = new Runner({ tracingDisabled: true });

/** A model that makes the calls it is given, one a turn, and then says what it was told. */
function modelOf(
  ...calls: readonly { readonly name: string; readonly arguments: string }[]
): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  let turn = 0;
  return {
    requests,
    getResponse: async (request): Promise<ModelResponse> => {
      requests.push(request);
      const call = calls[turn++];
      if (call !== undefined)
        return { usage: new Usage(), output: [{ type: "function_call", callId: `c${turn}`, status: "completed", ...call }] };
      const content = [{ type: "output_text" as const, text: "Done." }];
      return { usage: new Usage(), output: [{ type: "message", role: "assistant", status: "completed", content }] };
    },
    // biome-ignore lint/correctness/useYield: the runner does not stream here.
    getStreamedResponse: async function* () {
      throw new Error("The runner does not stream here.");
    },
  };
}

/** The text that the model was told of its last call. */
function told({ requests }: { readonly requests: readonly ModelRequest[] }): string {
  const { input } = requests.at(-1) ?? {};
  const item = Array.isArray(input) ? input.findLast(({ type }) => type === "function_call_result") : undefined;
  if (item?.type !== "function_call_result") throw new Error("The model was told of no call.");
  return typeof item.output === "object" && "text" in item.output ? item.output.text : String(item.output);
}

const options = () => ({ baseUrl: service.address });

describe("the adapter for OpenAI's Agents SDK", () => {
  test("calls a tool and gives the model its result", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"Pen","price":2}');
    const model = modelOf({ name: "store_get_item", arguments: '{"id":7,"size":"small"}' });
    const ids: unknown[] = [];
    const tools = openaiAgents(storeTools, { ...options(), onRequest: (_request, { toolCallId }) => ids.push(toolCallId) });
    const { finalOutput } = await runner.run(new Agent({ name: "a", model, tools }), "Hello");
    expect(finalOutput).toBe("Done.");
    expect(service.arrivals).toMatchObject([{ method: "GET", url: "/items/7?size=small" }]);
    expect(told(model)).toBe('{"name":"Pen","price":2}');
    expect(ids).toEqual(["c1"]);
    expect(model.requests[0]?.tools).toMatchObject([
      { name: "store_get_item", strict: false, parameters: { properties: { id: { type: "integer" } }, required: ["id"] } },
      { name: "store_delete_item" },
      { name: "store_set_labels" },
      { name: "store_list_items" },
    ]);
  });

  test("defers lazy tools only if the program asks for it, as the SDK throws without its tool search", async () => {
    // The SDK's own model, since it is what refuses them.
    const model = new OpenAIResponsesModel(new OpenAI({ apiKey: "k", baseURL: service.address, maxRetries: 0 }), "m");
    const content = [{ type: "output_text", text: "Done.", annotations: [] }];
    const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content }];
    const answer = JSON.stringify({ id: "r", object: "response", status: "completed", output, usage: {} });
    service.answer = (response) => response.setHeader("content-type", "application/json").end(answer);
    const run = async (tools: readonly AgentTool[]) => runner.run(new Agent({ name: "a", model, tools: [...tools] }), "Hello");
    expect((await run(openaiAgents(storeTools, options()))).finalOutput).toBe("Done.");
    const deferred = openaiAgents(storeTools, { ...options(), lazyTools: "deferred" });
    await expect(run(deferred)).rejects.toThrow("toolSearchTool");
    expect((await run([...deferred, toolSearchTool()])).finalOutput).toBe("Done.");
  });

  test("sends nothing for invalid arguments, and gives the model the error", async () => {
    const model = modelOf({ name: "store_get_item", arguments: '{"id":"seven"}' });
    await runner.run(new Agent({ name: "a", model, tools: openaiAgents([getItem], options()) }), "Hello");
    expect(told(model)).toContain('"/id" must be');
    expect(service.arrivals).toEqual([]);
  });

  test("gives the model only the public message of an error", async () => {
    const model = modelOf({ name: "page_pick_colour", arguments: '{"of":"a"}' });
    const handlers = {
      page_pick_colour: () => {
        throw new Error("The password is hunter2.");
      },
    };
    await runner.run(new Agent({ name: "a", model, tools: openaiAgents([pickColour], { handlers }) }), "Hello");
    expect(told(model)).toBe("The tool failed.");
  });

  test("passes an error to the application", async () => {
    const cause = new Error("The password is hunter2.");
    const handlers = {
      page_pick_colour: () => {
        throw cause;
      },
    };
    const onError = vi.fn();
    const model = modelOf({ name: "page_pick_colour", arguments: '{"of":"a"}' });
    await runner.run(new Agent({ name: "a", model, tools: openaiAgents([pickColour], { handlers, onError }) }), "Hello");
    expect(onError.mock.calls).toEqual([[cause, { id: "c1", name: "page_pick_colour", arguments: '{"of":"a"}' }]]);
  });

  test.each(failingHooks)("gives the model the result although the hook `onError` %s", async (_how, onError) => {
    const model = modelOf({ name: "store_get_item", arguments: '{"id":0}' });
    await runner.run(new Agent({ name: "a", model, tools: openaiAgents([getItem], { onError }) }), "Hello");
    expect(told(model)).toContain('"/id" must be');
  });

  test("interrupts a run for an approval, and continues with the answer", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const model = modelOf({ name: "store_delete_item", arguments: '{"id":7}' });
    const agent = new Agent({ name: "a", model, tools: openaiAgents([deleteItem], options()) });
    const asked = await runner.run(agent, "Hello");
    expect(asked.interruptions.map(({ name }) => name)).toEqual(["store_delete_item"]);
    expect(service.arrivals).toEqual([]);
    for (const interruption of asked.interruptions) asked.state.approve(interruption);
    await runner.run(agent, asked.state);
    expect(service.arrivals).toMatchObject([{ method: "DELETE", url: "/items/7" }]);
    expect(told(model)).toBe('{"deleted":true}');
  });

  test("offers a strict schema if a tool has one, and restores the arguments of the call", async () => {
    const fallen: string[] = [];
    const tools = openaiAgents([getItem, setLabels], { ...options(), strict: true, onFallback: ({ name }) => fallen.push(name) });
    const model = modelOf({ name: "store_get_item", arguments: '{"id":7,"size":null}' });
    await runner.run(new Agent({ name: "a", model, tools }), "Hello");
    expect(service.arrivals).toMatchObject([{ url: "/items/7" }]);
    const [first] = model.requests[0]?.tools ?? [];
    expect(first).toMatchObject({ strict: true, parameters: { required: ["id", "size"], additionalProperties: false } });
    expect(tools.map(({ strict }) => strict)).toEqual(tools.map(({ name }) => !fallen.includes(name)));
  });

  test("cuts the text for the model to size", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}` }));
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const [tool] = openaiAgents([listItems], options());
    const model = modelOf({ name: "store_list_items", arguments: "{}" });
    await runner.run(new Agent({ name: "a", model, tools: [tool!] }), "Hello");
    expect(Buffer.byteLength(told(model))).toBeLessThanOrEqual(200);
    expect(JSON.parse(told(model))).toHaveProperty("_cut");
  });

  test("types the names of tools, and throws for equal names", () => {
    expectTypeOf(openaiAgents([getItem, deleteItem])[0]!.name).toEqualTypeOf<"store_get_item" | "store_delete_item">();
    // @ts-expect-error: two tools of one name.
    expect(() => openaiAgents([getItem, { ...deleteItem, name: "store_get_item" as const }])).toThrow("Two tools have the name");
  });
});
