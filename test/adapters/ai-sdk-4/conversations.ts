import { generateText } from "ai";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { type Conversations, stepsOf } from "../conversations/conversation.ts";
import { scriptedModel } from "./model.ts";

export const conversations: Conversations = {
  generateText: (tools, context, model) => {
    const steps = stepsOf(model, (call) => (call === undefined ? "Done." : [{ name: call.name, args: call.arguments }]));
    return generateText({ model: scriptedModel(...steps).model, tools: aiSdk4(tools, context).tools, prompt: "x", maxSteps: 12 });
  },
};
