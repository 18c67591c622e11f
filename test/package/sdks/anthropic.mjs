import Anthropic from "@anthropic-ai/sdk";
import { anthropic } from "toolsetc/anthropic";
import { withApi } from "./scripted-api.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

for (const approved of answers) {
  const calls = wanted(approved).map(({ name }, index) => ({ type: "tool_use", id: `${index}`, name, input: { id: 7 } }));
  await withApi([message(calls), message([{ type: "text", text: "Done.", citations: null }])], async (baseURL) => {
    const client = new Anthropic({ apiKey: "k", baseURL, maxRetries: 0 });
    const { tools: declared, answerAll } = anthropic(tools, { baseUrl, approve: () => approved });
    const user = { role: "user", content: "x" };
    const request = { model: "m", max_tokens: 100, tools: declared };
    const { content } = await client.messages.create({ ...request, messages: [user] });
    const messages = [user, { role: "assistant", content }, { role: "user", content: await answerAll(content) }];
    const last = await client.messages.create({ ...request, messages });
    if (last.content[0].text !== "Done.") throw new Error("The loop did not end.");
  });
}

function message(content) {
  return { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn", usage: {} };
}
