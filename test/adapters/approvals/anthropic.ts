import Anthropic from "@anthropic-ai/sdk";
import { anthropic } from "../../../src/runtime/adapters/anthropic.ts";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

const call = { type: "tool_use" as const, id: "c", name: "store_delete_item", input: { id: 7 } };
const tools = [getItem, deleteItem] as const;
type Runnable = ReturnType<typeof anthropic<typeof tools>>["runnable"];

/** A run of the SDK's runner against an API whose model deletes an item. */
async function toolRunner(runnable: Runnable): Promise<void> {
  const api = await startScriptedApi();
  const answer = (stop_reason: string, ...content: readonly object[]) => ({
    id: "x",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  api.script(answer("tool_use", call), answer("end_turn", { type: "text", text: "Done." }));
  const client = new Anthropic({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "Delete it." }];
  await client.beta.messages.toolRunner({ model: "m", max_tokens: 100, messages, tools: runnable, thread: false });
  if (api.requests.length !== 2) throw new Error("The runner made no call.");
  await api.close();
}

export const entries: Entries = {
  answer: [[], (options) => anthropic(tools, options).answer(call)],
  answerAll: [[], (options) => anthropic(tools, options).answerAll([call as never])],
  toolRunner: [[], (options) => toolRunner(anthropic(tools, options).runnable)],
  "`run` of a runnable tool": [[], (options) => anthropic(tools, options).runnable[1]?.run({ id: 7 })],
  "`run` of a runnable tool with a call": [
    [],
    (options) => anthropic(tools, options).runnable[1]?.run({ id: 7 }, { toolUse: { id: "c" } }),
  ],
  "a tool of the program around `run`": [
    [],
    (options) =>
      toolRunner(anthropic(tools, options).runnable.map((each) => ({ ...each, run: (input, runtime) => each.run(input, runtime) }))),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      anthropic(discover(tools), options).answer({
        ...call,
        name: "call_tool",
        input: { name: "store_delete_item", arguments: { id: 7 } },
      }),
  ],
  "toolRunner, approved": [[7], (options) => toolRunner(anthropic(tools, { ...options, approve: () => true }).runnable)],
  'our tool with `approval: "none"`': [[7], (options) => anthropic([{ ...deleteItem, approval: "none" }], options).answer(call)],
  ...decidedBy((options) => anthropic(tools, options).answer(call)),
};
