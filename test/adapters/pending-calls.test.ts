import { Agent, type Model, type ModelResponse, Runner, RunState, Usage } from "@openai/agents";
import { generateText, isStepCount } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { defineTool } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { getItem, pickColour } from "./store.ts";

// Calls that nobody here can execute: of client functions without a handler, and of tools for which the program gives no credential.

let shop: Loopback;
beforeAll(async () => {
  shop = await startLoopback();
  shop.answer = (response) => response.setHeader("content-type", "application/json").end(`{"name":"lamp"}`);
});
afterAll(() => shop.close());

const mine = { of: "lamp" };
const handlers = { page_pick_colour: () => ({ colour: "red" }) };
const notAvailable = "The tool is not available.";

/** One turn of a model that calls both tools: who has answered, and which calls are left to the program. */
const providers = {
  "OpenAI's Responses": async (options: object) => {
    const { answerAll, pending } = openai([getItem, pickColour], { baseUrl: shop.address, ...options });
    const call = (call_id: string, name: string, given: object) =>
      ({ type: "function_call", call_id, name, arguments: JSON.stringify(given) }) as const;
    const output = [call("1", "store_get_item", { id: 7 }), call("2", "page_pick_colour", mine)];
    const left = pending(output).map(({ call_id }) => call_id);
    return { answered: (await answerAll(output)).map(({ call_id }) => call_id), left };
  },
  "OpenAI's Chat Completions": async (options: object) => {
    const { answerAll, pending } = openai([getItem, pickColour], { baseUrl: shop.address, api: "chat", ...options });
    const call = (id: string, name: string, given: object) =>
      ({ id, type: "function", function: { name, arguments: JSON.stringify(given) } }) as const;
    const calls = [call("1", "store_get_item", { id: 7 }), call("2", "page_pick_colour", mine)];
    const left = pending(calls).map(({ id }) => id);
    return { answered: (await answerAll(calls)).flatMap((each) => ("tool_call_id" in each ? [each.tool_call_id] : [])), left };
  },
  Anthropic: async (options: object) => {
    const { answerAll, pending } = anthropic([getItem, pickColour], { baseUrl: shop.address, ...options });
    const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input, caller: { type: "direct" } }) as const;
    const content = [call("1", "store_get_item", { id: 7 }), call("2", "page_pick_colour", mine)];
    const left = pending(content).map(({ id }) => id);
    return { answered: (await answerAll(content)).map(({ tool_use_id }) => tool_use_id), left };
  },
  Gemini: async (options: object) => {
    const { answerAll, pending } = gemini([getItem, pickColour], { baseUrl: shop.address, ...options });
    const calls = [
      { id: "1", name: "store_get_item", args: { id: 7 } },
      { id: "2", name: "page_pick_colour", args: mine },
    ];
    const left = pending(calls).map(({ id }) => id);
    return { answered: (await answerAll(calls)).map(({ functionResponse }) => functionResponse?.id), left };
  },
};

test.each(Object.entries(providers))("%s: a call of a client function without a handler is left to the program", async (_name, turn) => {
  expect(await turn({})).toEqual({ answered: ["1"], left: ["2"] });
  expect(await turn({ handlers })).toEqual({ answered: ["1", "2"], left: [] });
});

/** A model that calls one tool and then ends. */
function modelOf(name: string, given: object): Model & { readonly told: unknown[] } {
  const told: unknown[] = [];
  const turns: ModelResponse["output"][] = [
    [{ type: "function_call", callId: "c1", status: "completed", name, arguments: JSON.stringify(given) }],
    [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done." }] }],
  ];
  return {
    told,
    getResponse: async ({ input }) => {
      told.push(...(Array.isArray(input) ? input.flatMap((item) => (item.type === "function_call_result" ? [item.output] : [])) : []));
      return { usage: new Usage(), output: turns.shift() ?? [] };
    },
    // biome-ignore lint/correctness/useYield: the runner does not stream here.
    getStreamedResponse: async function* () {
      throw new Error("The runner does not stream here.");
    },
  };
}

test("OpenAI Agents: a call of a client function without a handler interrupts the run, which a handler continues", async () => {
  const runner = new Runner({ tracingDisabled: true });
  const model = modelOf("page_pick_colour", mine);
  const agent = (options: object) => new Agent({ name: "a", model, tools: openaiAgents([pickColour], options) });
  const { interruptions, state } = await runner.run(agent({}), "Hello");
  expect(interruptions.map(({ name, arguments: given }) => [name, given])).toEqual([["page_pick_colour", JSON.stringify(mine)]]);
  const bound = agent({ handlers });
  const later = await RunState.fromString(bound, state.toString());
  for (const each of later.getInterruptions()) later.approve(each);
  expect((await runner.run(bound, later)).finalOutput).toBe("Done.");
  expect(model.told).toEqual([{ type: "text", text: '{"colour":"red"}' }]);
});

/** Needs an API key, which nobody gives. */
const { endpoint } = getItem.toolset;
const guarded = defineTool<{ [name: string]: never }, unknown, "store_list_orders", "none">({
  toolset: { ...getItem.toolset, endpoint: { ...endpoint, securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } } },
  id: "list_orders",
  name: "store_list_orders",
  description: "Lists orders.",
  input: { type: "object" },
  output: {},
  http: { method: "GET", path: "/orders", security: [{ key: [] }] },
});

test("OpenAI: an error that only a developer can correct is passed to the program, and not to the model", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { answer } = openai([getItem, pickColour, guarded], { onError });
  const unbound = await answer({ call_id: "1", name: "page_pick_colour", arguments: JSON.stringify(mine) });
  const homeless = await answer({ call_id: "1", name: "store_get_item", arguments: '{"id":7}' });
  const unknown = await answer({ call_id: "1", name: "store_list_orders", arguments: "{}" }, { baseUrl: shop.address });
  for (const { output } of [unbound, homeless, unknown]) expect(output).toBe(JSON.stringify({ error: notAvailable }));
  expect(errors).toMatchObject([
    { code: "unbound-client-function" },
    { code: "missing-base-url" },
    { code: "missing-credentials", message: expect.stringContaining("auth.key") },
  ]);
  const call = { id: "1", name: "store_get_item", input: { id: 7 } };
  expect(await anthropic([getItem]).answer(call)).toMatchObject({ is_error: true, content: notAvailable });
});

test("AI SDK: an error that only a developer can correct is passed to the program as a cause, not to the model", async () => {
  const { tools } = aiSdk([getItem]);
  const model = scriptedModel([{ name: "store_get_item", input: { id: 7 } }], "Sorry.");
  const { steps } = await generateText({ model, tools, prompt: "x", stopWhen: isStepCount(2) });
  const [part] = steps[0]?.content.filter(({ type }) => type === "tool-error") ?? [];
  expect(part).toMatchObject({ error: { message: notAvailable, cause: { code: "missing-base-url" } } });
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain(notAvailable);
});
