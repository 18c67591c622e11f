import { generateText, stepCountIs, streamText } from "ai";
import { aiSdk } from "../../../src/runtime/adapters/ai-sdk.ts";
import { scriptedModel } from "../ai-sdk-model.ts";
import { type Conversations, type Model, stepsOf } from "./conversation.ts";

const stopWhen = stepCountIs(12);
const scripted = (model: Model) =>
  scriptedModel(...stepsOf(model, (call) => (call === undefined ? "Done." : [{ name: call.name, input: call.arguments }])));

export const conversations: Conversations = {
  generateText: (tools, context, model) =>
    generateText({ model: scripted(model), tools: aiSdk(tools, context).tools, prompt: "Go on.", stopWhen }),
  streamText: (tools, context, model) =>
    streamText({ model: scripted(model), tools: aiSdk(tools, context).tools, prompt: "Go on.", stopWhen }).consumeStream(),
};
