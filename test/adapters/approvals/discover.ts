import { discover } from "../../../src/runtime/adapters/discover.ts";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

// What `discover` returns are tools, which every adapter offers. The entries of the adapters call `call_tool`; here are the others.

const deletion = { name: "store_delete_item", arguments: { id: 7 } };
const tools = [getItem, deleteItem] as const;
const found = (name: string, all: readonly Tool[] = tools) => discover(all).find((tool) => tool.name === name);

const answer = (name: string, options: object, input: unknown = deletion, all: readonly Tool[] = tools) =>
  openai(discover(all), options).answer({ call_id: "c", name, arguments: JSON.stringify(input) });

export const entries: Entries = {
  "call_tool with an approval": [[], (options) => answer("call_tool", { ...options, approve: () => true })],
  "call_tool by the program": [[], (options) => found("call_tool")?.execute(deletion, options)],
  "call_tool of call_tool": [
    [],
    (options) => answer("call_tool", { ...options, approve: () => true }, { name: "call_tool_with_approval", arguments: deletion }),
  ],
  "call_tool of a tool that the program made ask": [
    [],
    (options) => answer("call_tool", options, deletion, [{ ...deleteItem, approval: "required" }]),
  ],
  "call_tool_with_approval, unanswered": [[], (options) => answer("call_tool_with_approval", options)],
  "call_tool_with_approval by the program": [[7], (options) => found("call_tool_with_approval")?.execute(deletion, options)],
  'call_tool of our tool with `approval: "none"`': [
    [7],
    (options) => answer("call_tool", options, deletion, [{ ...deleteItem, approval: "none" }]),
  ],
  ...decidedBy((options) => answer("call_tool_with_approval", options)),
};
