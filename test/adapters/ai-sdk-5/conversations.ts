import { generateText, stepCountIs } from "ai";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { type Conversations, stepsOf } from "../conversations/conversation.ts";
import { scriptedModel } from "./model.ts";

export const conversations: Conversations = {
  generateText: (tools, context, model) => {
    const steps = stepsOf(model, (call) => (call === undefined ? "Done." : [{ name: call.name, input: call.arguments }]));
    return generateText({ model: scriptedModel(...steps), tools: aiSdk5(tools, context).tools, prompt: "x", stopWhen: stepCountIs(12) });
  },
};
