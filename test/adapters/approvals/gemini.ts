import { type CallableTool, GoogleGenAI } from "@google/genai";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { gemini } from "../../../src/runtime/adapters/gemini.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

const call = { id: "c", name: "store_delete_item", args: { id: 7 } };
const tools = [getItem, deleteItem] as const;

/** Automatic function calling of the SDK against an API whose model deletes an item. */
async function automatic(callable: CallableTool): Promise<void> {
  const api = await startScriptedApi();
  const answer = (...parts: readonly object[]) => ({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] });
  api.script(answer({ functionCall: call }), answer({ text: "Done." }));
  const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: api.address } });
  await client.models.generateContent({ model: "m", contents: "Delete it.", config: { tools: [callable] } });
  if (api.requests.length !== 2) throw new Error("The SDK made no call.");
  await api.close();
}

export const entries: Entries = {
  answer: [[], (options) => gemini(tools, options).answer(call)],
  answerAll: [[], (options) => gemini(tools, options).answerAll([call])],
  "automatic function calling": [[], (options) => automatic(gemini(tools, options).callable)],
  "`callTool` by the program": [[], (options) => gemini(tools, options).callable.callTool([call])],
  "a callable tool of the program around ours": [
    [],
    (options) => {
      const { callable } = gemini(tools, options);
      return automatic({ tool: () => callable.tool(), callTool: (calls) => callable.callTool(calls) });
    },
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      gemini(discover(tools), options).answer({ ...call, name: "call_tool", args: { name: "store_delete_item", arguments: { id: 7 } } }),
  ],
  "automatic function calling, approved": [[7], (options) => automatic(gemini(tools, { ...options, approve: () => true }).callable)],
  'our tool with `approval: "none"`': [[7], (options) => gemini([{ ...deleteItem, approval: "none" }], options).answer(call)],
  ...decidedBy((options) => gemini(tools, options).answer(call)),
};
