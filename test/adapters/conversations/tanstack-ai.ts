import { chat, maxIterations } from "@tanstack/ai";
import { tanstackAi } from "../../../src/runtime/adapters/tanstack-ai.ts";
import { scriptedAdapter } from "../tanstack-ai-adapter.ts";
import { type Conversations, stepsOf } from "./conversation.ts";

export const conversations: Conversations = {
  chat: async (tools, context, model) => {
    const steps = stepsOf(model, (call) => (call === undefined ? "Done." : [{ name: call.name, args: call.arguments }]));
    const { adapter } = scriptedAdapter(...steps);
    const messages = [{ role: "user", content: "Go on." }];
    const given = { adapter, tools: tanstackAi(tools, context), messages, debug: false, agentLoopStrategy: maxIterations(12) };
    for await (const _ of chat(given as unknown as Parameters<typeof chat>[0]) as AsyncIterable<unknown>);
  },
};
