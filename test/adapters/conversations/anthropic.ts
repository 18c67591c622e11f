import Anthropic from "@anthropic-ai/sdk";
import { anthropic } from "../../../src/runtime/adapters/anthropic.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { answerEach, type Conversations, stepsOf } from "./conversation.ts";

export const conversations: Conversations = {
  answerAll: (tools, context, model) => {
    const { answerAll } = anthropic(tools, context);
    return answerEach(model, ({ name, arguments: input }) => answerAll([{ type: "tool_use", id: "c", name, input } as never]));
  },
  "answerAll in strict mode": (tools, context, model) => {
    const { answerAll } = anthropic(tools, { ...context, strict: true });
    return answerEach(model, ({ name, arguments: input }) => answerAll([{ type: "tool_use", id: "c", name, input } as never]));
  },
  toolRunner: async (tools, context, model) => {
    const api = await startScriptedApi();
    const answer = (stop_reason: string, ...content: readonly object[]) => ({
      id: "x",
      type: "message",
      role: "assistant",
      model: "m",
      content,
      stop_reason,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    const steps = stepsOf(model, (call) =>
      call === undefined
        ? answer("end_turn", { type: "text", text: "Done." })
        : answer("tool_use", { type: "tool_use", id: "c", name: call.name, input: call.arguments }),
    );
    api.script(
      ...steps.map(
        (step) =>
          ({ messages }: { messages: object[] }) =>
            step(messages),
      ),
    );
    const client = new Anthropic({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: "Go on." }];
    const { runnable } = anthropic(tools, context);
    await client.beta.messages.toolRunner({ model: "m", max_tokens: 100, messages, tools: runnable, thread: false });
    await api.close();
  },
};
