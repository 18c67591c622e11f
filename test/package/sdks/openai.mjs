import OpenAI from "openai";
import { openai } from "toolsetc/openai";
import { withApi } from "./scripted-api.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

for (const approved of answers) {
  const calls = wanted(approved).map(({ name }, index) => ({
    type: "function_call",
    id: `fc_${index}`,
    call_id: `${index}`,
    name,
    arguments: '{"id":7}',
  }));
  const said = [{ type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: "Done.", annotations: [] }] }];
  await withApi([response(calls), response(said)], async (baseURL) => {
    const client = new OpenAI({ apiKey: "k", baseURL, maxRetries: 0 });
    const { tools: declared, answerAll } = openai(tools, { baseUrl, approve: () => approved });
    const first = await client.responses.create({ model: "m", input: "x", tools: declared });
    const input = await answerAll(first.output);
    const last = await client.responses.create({ model: "m", input, tools: declared, previous_response_id: first.id });
    if (last.output_text !== "Done.") throw new Error(`The model said ${last.output_text}.`);
  });
}

function response(output) {
  return { id: "r", object: "response", created_at: 1, model: "m", status: "completed", output, parallel_tool_calls: true, tools: [] };
}
