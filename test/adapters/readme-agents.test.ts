import { AIMessageChunk } from "@langchain/core/messages";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { Agent, Runner, Usage } from "@openai/agents";
import { expect, test } from "vitest";
import { tools as device } from "../../generated/toolsets/device/index.ts";
import { searchPlaces, tools } from "../../generated/toolsets/weather/index.ts";
import { ces, type SessionInput } from "../../src/runtime/adapters/ces.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { resultText } from "../../src/runtime/index.ts";

// What the README shows, with models that want one tool each.

const faked = () => tools({ fakes: { weather_search_places: ({ name }) => (name === "Oslo" ? { results: [] } : undefined) } });

test("fakes, and the text for a model", async () => {
  const [, search] = faked();
  const answer = await search.execute({ name: "Oslo" });
  expect(resultText(searchPlaces, answer)).toBe('{"results":[]}');
});

test("CX Agent Studio", async () => {
  const requests: (readonly SessionInput[])[] = [];
  const runSession = async ({ inputs }: { inputs: readonly SessionInput[] }) => {
    requests.push(inputs);
    const call = { id: "1", tool: "projects/p/locations/l/apps/a/tools/t", displayName: "get_location" };
    return { outputs: requests.length === 1 ? [{ toolCalls: { toolCalls: [call] } }] : [{ text: "In Oslo.", turnCompleted: true }] };
  };
  const session = ces(device({ handlers: { device_get_location: () => ({ latitude: 59.9, longitude: 10.8 }) } }));
  const outputs = await session.runTurn((inputs) => runSession({ inputs }), [{ text: "Where am I?" }]);
  expect(outputs.at(-1)?.text).toBe("In Oslo.");
  expect(requests[1]?.[0]?.toolResponses?.toolResponses[0]?.response).toEqual({ output: { latitude: 59.9, longitude: 10.8 } });
});

test("LangChain", async () => {
  const call = { type: "tool_call" as const, id: "1", name: "weather_search_places", args: { name: "Oslo" } };
  const chatModel = new FakeStreamingChatModel({ chunks: [new AIMessageChunk({ content: "", tool_calls: [call] })] });
  const weather = langchain(faked());
  const model = chatModel.bindTools([...weather]);
  const { tool_calls: calls = [] } = await model.invoke("Where is Oslo?");
  expect(calls).toMatchObject([{ name: "weather_search_places" }]);
  expect(await weather[1]!.invoke({ ...call })).toMatchObject({ content: '{"results":[]}', artifact: { results: [] } });
});

test("Mastra", async () => {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  let turn = 0;
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async () =>
      turn++ === 0
        ? {
            content: [{ type: "tool-call", toolCallId: "1", toolName: "weather_search_places", input: '{"name":"Oslo"}' }],
            finishReason: "tool-calls",
            usage,
            warnings: [],
          }
        : { content: [{ type: "text", text: "Nowhere." }], finishReason: "stop", usage, warnings: [] },
  });
  // The mock's type and that of models differ in optional members alone.
  const agent = new MastraAgent({ id: "w", name: "w", instructions: "Help.", model: model as never, tools: mastra(faked()) });
  const { text, toolResults } = await agent.generate("Where is Oslo?");
  expect(text).toBe("Nowhere.");
  expect(JSON.stringify(toolResults)).toContain('{"results":[]}');
});

test("OpenAI Agents SDK", async () => {
  let turn = 0;
  const model = {
    getResponse: async () =>
      turn++ === 0
        ? {
            usage: new Usage(),
            output: [
              {
                type: "function_call" as const,
                callId: "1",
                name: "weather_search_places",
                arguments: '{"name":"Oslo"}',
                status: "completed" as const,
              },
            ],
          }
        : {
            usage: new Usage(),
            output: [
              {
                type: "message" as const,
                role: "assistant" as const,
                status: "completed" as const,
                content: [{ type: "output_text" as const, text: "Nowhere." }],
              },
            ],
          },
    getStreamedResponse: () => {
      throw new Error("The runner does not stream here.");
    },
  };
  const agent = new Agent({ name: "Weather", model, tools: openaiAgents(faked()) });
  const { finalOutput, newItems } = await new Runner({ tracingDisabled: true }).run(agent, "Where is Oslo?");
  expect(finalOutput).toBe("Nowhere.");
  expect(JSON.stringify(newItems)).toContain('{\\"results\\":[]}');
});
