import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { Runner, Usage } from "@openai/agents";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionInput } from "../../src/runtime/adapters/ces.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { say } from "./examples/ces.ts";
import { forDotCraft } from "./examples/dotcraft.ts";
import { weatherAgent as langchainAgent } from "./examples/langchain.ts";
import { weatherAgent as mastraAgent } from "./examples/mastra.ts";
import { weatherAgent as openaiAgent } from "./examples/openai-agents.ts";

// Examples of the README, with models that want one tool each and a service on loopback.

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"results":[]}');
});
afterAll(() => service.close());

const wanted = { name: "weather_search_places", args: { name: "Oslo" } };

test("the README's program for CX Agent Studio runs", async () => {
  const requests: (readonly SessionInput[])[] = [];
  const outputs = await say("Where am I?", async (inputs) => {
    requests.push(inputs);
    const call = { id: "1", tool: "projects/p/locations/l/apps/a/tools/t", displayName: "get_location" };
    return { outputs: requests.length === 1 ? [{ toolCalls: { toolCalls: [call] } }] : [{ text: "In Oslo.", turnCompleted: true }] };
  });
  expect(outputs.at(-1)?.text).toBe("In Oslo.");
  expect(requests[1]?.[0]?.toolResponses?.toolResponses[0]?.response).toEqual({ output: { latitude: 59.9, longitude: 10.8 } });
});

test("the README's program for DotCraft runs", async () => {
  const { dynamicTools, approvalHandler } = forDotCraft(service.address);
  expect(dynamicTools).toMatchObject([{ type: "namespace", name: "weather" }]);
  expect(await approvalHandler({ approvalType: "tool", operation: "shop_buy", target: "", reason: "" })).toBe("decline");
});

test("the README's program for LangChain runs", async () => {
  const llm = fakeModel()
    .respondWithTools([{ ...wanted, id: "1" }])
    .respond(new AIMessage("Nowhere."));
  const { messages } = await langchainAgent(llm, service.address).invoke({ messages: [new HumanMessage("Where is Oslo?")] });
  expect(messages.at(-1)?.content).toBe("Nowhere.");
  expect(messages.find(ToolMessage.isInstance)).toMatchObject({ content: '{"results":[]}' });
});

test("the README's program for Mastra runs", async () => {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  let turn = 0;
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async () =>
      turn++ === 0
        ? {
            content: [{ type: "tool-call", toolCallId: "1", toolName: wanted.name, input: JSON.stringify(wanted.args) }],
            finishReason: "tool-calls",
            usage,
            warnings: [],
          }
        : { content: [{ type: "text", text: "Nowhere." }], finishReason: "stop", usage, warnings: [] },
  });
  // The mock's type and that of models differ in optional members alone.
  const { text, toolResults } = await mastraAgent(model as never, service.address).generate("Where is Oslo?");
  expect(text).toBe("Nowhere.");
  expect(JSON.stringify(toolResults)).toContain('{"results":[]}');
});

test("the README's program for the OpenAI Agents SDK runs", async () => {
  let turn = 0;
  const call = {
    type: "function_call",
    callId: "1",
    name: wanted.name,
    arguments: JSON.stringify(wanted.args),
    status: "completed",
  } as const;
  const content = [{ type: "output_text" as const, text: "Nowhere." }];
  const said = { type: "message", role: "assistant", status: "completed", content } as const;
  const model = {
    getResponse: async () => ({ usage: new Usage(), output: [turn++ === 0 ? call : { ...said, content: [...said.content] }] }),
    getStreamedResponse: () => {
      throw new Error("The runner does not stream here.");
    },
  };
  const runner = new Runner({ tracingDisabled: true });
  const { finalOutput, newItems } = await runner.run(openaiAgent(model, service.address), "Where is Oslo?");
  expect(finalOutput).toBe("Nowhere.");
  expect(JSON.stringify(newItems)).toContain('{\\"results\\":[]}');
});
