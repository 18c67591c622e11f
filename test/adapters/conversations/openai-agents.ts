import { Agent, type FunctionTool, Runner, type Model as SdkModel, Usage } from "@openai/agents";
import { openaiAgents } from "../../../src/runtime/adapters/openai-agents.ts";
import { type Conversations, type Model, stepsOf } from "./conversation.ts";

function scripted(model: Model): SdkModel {
  let made = 0;
  const steps = stepsOf<unknown, object>(model, (call) =>
    call === undefined
      ? { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done." }] }
      : { type: "function_call", callId: `c${made++}`, status: "completed", name: call.name, arguments: JSON.stringify(call.arguments) },
  );
  return {
    getResponse: async ({ input }) => ({
      usage: new Usage(),
      output: [
        steps.shift()?.(typeof input === "string" ? [] : input.map((item) => (item.type === "function_call_result" ? item.output : item))),
      ] as never,
    }),
    // biome-ignore lint/correctness/useYield: the runner does not stream here.
    getStreamedResponse: async function* () {
      throw new Error("The runner does not stream here.");
    },
  };
}

export const conversations: Conversations = {
  "a run": (tools, context, model) => {
    const agent = new Agent({ name: "a", model: scripted(model), tools: openaiAgents(tools, context) as unknown[] as FunctionTool[] });
    return new Runner({ tracingDisabled: true }).run(agent, "Go on.", { maxTurns: 12 });
  },
};
