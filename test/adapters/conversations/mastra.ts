import { Agent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { mastra } from "../../../src/runtime/adapters/mastra.ts";
import { type Conversations, stepsOf } from "./conversation.ts";

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

export const conversations: Conversations = {
  "generate of an agent": (tools, context, model) => {
    const steps = stepsOf(model, (call) =>
      call === undefined
        ? { content: [{ type: "text" as const, text: "Done." }], finishReason: "stop" as const }
        : {
            content: [{ type: "tool-call" as const, toolCallId: "c", toolName: call.name, input: JSON.stringify(call.arguments) }],
            finishReason: "tool-calls" as const,
          },
    );
    const next = (prompt: readonly unknown[]) => {
      const said = steps.shift()?.(prompt as never);
      if (said === undefined) throw new Error("The model was asked too often.");
      return said;
    };
    const scripted = new MastraLanguageModelV2Mock({ doGenerate: async ({ prompt }) => ({ ...next(prompt), usage, warnings: [] }) });
    const agent = new Agent({
      id: "a",
      name: "a",
      instructions: "Help.",
      model: scripted as never,
      tools: mastra(tools, context) as never,
    });
    return agent.generate("Go on.", { maxSteps: 12 });
  },
};
