import OpenAI from "openai";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}

const call = { type: "function_call" as const, call_id: "c", name: "store_delete_item", arguments: '{"id":7}' };
const chatCall = { id: "c", type: "function" as const, function: { name: "store_delete_item", arguments: '{"id":7}' } };
const tools = [getItem, deleteItem] as const;
const chat = (options: Options) => openai(tools, { ...options, api: "chat" });

/** A run of the SDK's runner against an API whose model deletes an item. */
async function runTools(runnable: ReturnType<typeof chat>["runnable"]): Promise<void> {
  const api = await startScriptedApi();
  const answer = (message: object) => ({ id: "x", object: "chat.completion", choices: [{ index: 0, finish_reason: "stop", message }] });
  api.script(answer({ role: "assistant", content: null, tool_calls: [chatCall] }), answer({ role: "assistant", content: "Done." }));
  const client = new OpenAI({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "Delete it." }];
  await client.chat.completions.runTools({ model: "m", messages, tools: runnable }).done();
  if (api.requests.length !== 2) throw new Error("The runner made no call.");
  await api.close();
}

export const entries: Entries = {
  answer: [[], (options) => openai(tools, options).answer(call)],
  answerAll: [[], (options) => openai(tools, options).answerAll([call])],
  "answer of a chat": [[], (options) => chat(options).answer(chatCall)],
  "answerAll of a chat": [[], (options) => chat(options).answerAll([chatCall])],
  runTools: [[], (options) => runTools(chat(options).runnable)],
  "the function of a runnable tool": [
    [],
    (options) => chat(options).runnable[1]?.function.function('{"id":7}', { controller: new AbortController() }),
  ],
  "a function of the program around a runnable tool's": [
    [],
    (options) =>
      runTools(
        chat(options).runnable.map((each) => ({
          ...each,
          function: { ...each.function, function: (args, runner) => each.function.function(args, runner) },
        })),
      ),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      openai(discover(tools), options).answer({
        ...call,
        name: "call_tool",
        arguments: '{"name":"store_delete_item","arguments":{"id":7}}',
      }),
  ],
  "the context of the call has no approval": [
    [],
    (options) => openai(tools, options).answer(call, { approve: () => true, approved: true } as object),
  ],
  "runTools, approved": [[7], (options) => runTools(openai(tools, { ...options, api: "chat", approve: () => true }).runnable)],
  "one of two calls is declined": [
    [8],
    (options) =>
      openai(tools, { ...options, approve: ({ input }) => input.id === 8 }).answerAll([
        call,
        { ...call, call_id: "d", arguments: '{"id":8}' },
      ]),
  ],
  'our tool with `approval: "none"`': [[7], (options) => openai([{ ...deleteItem, approval: "none" }], options).answer(call)],
  ...decidedBy((options) => openai(tools, options).answer(call)),
};
