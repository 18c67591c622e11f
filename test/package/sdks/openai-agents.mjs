import { Agent, Runner, Usage } from "@openai/agents";
import { openaiAgents } from "toolsetc/openai-agents";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

for (const approved of answers) {
  const calls = wanted(approved).map(({ name }, index) => ({
    type: "function_call",
    id: `fc_${index}`,
    callId: `${index}`,
    name,
    arguments: '{"id":7}',
    status: "completed",
  }));
  const content = [{ type: "output_text", text: "Done." }];
  const outputs = [calls, [{ type: "message", id: "m", role: "assistant", status: "completed", content }]];
  const model = { getResponse: async () => ({ usage: new Usage(), output: outputs.shift() }) };
  const agent = new Agent({ name: "Store", model, tools: openaiAgents(tools, { baseUrl }) });
  const runner = new Runner({ tracingDisabled: true });
  let result = await runner.run(agent, "x");
  if (result.interruptions.length !== 1) throw new Error("No approval was asked for.");
  for (const each of result.interruptions) approved ? result.state.approve(each) : result.state.reject(each);
  result = await runner.run(agent, result.state);
  if (result.finalOutput !== "Done.") throw new Error(`The model said ${result.finalOutput}.`);
}
