import { generateText, stepCountIs } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { type Conversations, stepsOf } from "../conversations/conversation.ts";
import { scriptedModel } from "./model.ts";

export const conversations: Conversations = {
  generateText: (tools, context, model) => {
    const steps = stepsOf(model, (call) => (call === undefined ? "Done." : [{ name: call.name, input: call.arguments }]));
    return generateText({ model: scriptedModel(...steps), tools: aiSdk(tools, context).tools, prompt: "x", stopWhen: stepCountIs(12) });
  },
};
