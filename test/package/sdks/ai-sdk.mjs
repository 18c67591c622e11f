import * as sdk from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { scriptedModel } from "./ai-model.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

const stopWhen = (sdk.isStepCount ?? sdk.stepCountIs)(4);
const user = { role: "user", content: "x" };
const kit = aiSdk(tools, { baseUrl });
// The whole result, and `tools` alone: neither may call a tool unasked.
for (const part of [kit, { tools: kit.tools }, { tools: { ...kit.tools } }]) {
  const { content } = await sdk.generateText({ model: scriptedModel(wanted(false)), ...part, messages: [user], stopWhen });
  if (!content.some(({ type }) => type === "tool-approval-request")) throw new Error("No approval was asked for.");
}
for (const approved of answers) {
  const first = await sdk.generateText({ model: scriptedModel(wanted(approved)), ...kit, messages: [user], stopWhen });
  const requests = first.content.filter(({ type }) => type === "tool-approval-request");
  const answer = {
    role: "tool",
    content: requests.map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved })),
  };
  const messages = [user, ...(first.responseMessages ?? first.response.messages), answer];
  const { text } = await sdk.generateText({ model: scriptedModel("Done."), ...kit, messages, stopWhen });
  if (text !== "Done.") throw new Error(`The model said ${text}.`);
}
