import { chat } from "@tanstack/ai";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { serverTool, type TanstackOptions, tanstackAi } from "../../../src/runtime/adapters/tanstack-ai.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import { scriptedAdapter } from "../tanstack-ai-adapter.ts";
import { decidedBy, type Entries } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}
interface Recorded {
  readonly messages: readonly object[];
  readonly resume?: readonly object[];
}
interface SdkTool {
  readonly name: string;
  readonly execute?: unknown;
}

const question = { role: "user", content: "Delete it." };
const deletion = { name: "store_delete_item", args: { id: 7 } as object };
const sdk = (options: TanstackOptions, tools: readonly Tool[] = [getItem, deleteItem]) => tanstackAi(tools, options) as readonly SdkTool[];

/** Runs the SDK's loop. Without recorded decisions, the model first deletes an item. */
async function run(tools: readonly object[], recorded?: Recorded, call = deletion): Promise<void> {
  const { adapter } = recorded === undefined ? scriptedAdapter([call], "Done.") : scriptedAdapter("Done.");
  const given = recorded === undefined ? { messages: [question] } : { ...recorded, runId: "second", parentRunId: "first" };
  const stream = chat({ adapter, tools, threadId: "thread", debug: false, ...given } as unknown as Parameters<typeof chat>[0]);
  for await (const _ of stream as AsyncIterable<unknown>);
}

/** The program passes the same decisions to `chat` and to the adapter. */
const resumed = (options: Options, recorded: Recorded) => run(sdk({ ...options, chat: recorded }), recorded);

const callOf = (id: string, item: number) => ({
  id,
  type: "function",
  function: { name: "store_delete_item", arguments: JSON.stringify({ id: item }) },
});
const resolved = (id: string, payload: object) => ({ interruptId: `approval_${id}`, status: "resolved", payload });

/** The decision on a call, as an answer to the interrupt. */
const decided = (payload: object): Recorded => ({
  messages: [question, { role: "assistant", content: null, toolCalls: [callOf("c1", 7)] }],
  resume: [resolved("c1", payload)],
});

/** The decision on a call in a UI message. */
const inMessage = (approved: boolean, item = 7): Recorded => ({
  messages: [
    { id: "1", role: "user", parts: [{ type: "text", content: "Delete it." }] },
    {
      id: "2",
      role: "assistant",
      parts: [
        {
          type: "tool-call",
          id: "c1",
          name: "store_delete_item",
          arguments: JSON.stringify({ id: item }),
          state: "approval-responded",
          approval: { id: "approval_c1", needsApproval: true, approved },
        },
      ],
    },
  ],
});

/** The program's own calls of the SDK's tool. */
async function direct(options: Options, chatOf: Recorded | undefined, toolCallId: string | undefined, times = 1): Promise<void> {
  const deleting = serverTool(deleteItem, { ...options, chat: chatOf });
  for (let time = 0; time < times; time++)
    await Promise.resolve(deleting.execute?.({ id: 7 }, { toolCallId, emitCustomEvent: () => undefined } as never)).catch(() => undefined);
}

export const entries: Entries = {
  "chat, unanswered": [[], (options) => run(sdk(options))],
  "resumed, approved": [[7], (options) => resumed(options, decided({ approved: true }))],
  "resumed, denied": [[], (options) => resumed(options, decided({ approved: false }))],
  "resumed, approved, without the decisions for the adapter": [[], (options) => run(sdk(options), decided({ approved: true }))],
  "resumed, approved with other arguments of the user": [
    [9],
    (options) => resumed(options, decided({ approved: true, editedArgs: { id: 9 } })),
  ],
  "approved in a UI message": [[7], (options) => resumed(options, inMessage(true))],
  "denied in a UI message": [[], (options) => resumed(options, inMessage(false))],
  "one of two calls is denied": [
    [8],
    (options) =>
      resumed(options, {
        messages: [question, { role: "assistant", content: null, toolCalls: [callOf("c1", 7), callOf("c2", 8)] }],
        resume: [resolved("c1", { approved: false }), resolved("c2", { approved: true })],
      }),
  ],
  "the SDK's tool with `needsApproval: false`": [[], (options) => run(sdk(options).map((each) => ({ ...each, needsApproval: false })))],
  "a tool of the program around `execute`": [
    [],
    (options) =>
      run(
        sdk(options).map((each) => ({
          ...each,
          needsApproval: false,
          execute: (input: unknown, context: unknown) => (each.execute as (...given: unknown[]) => unknown)(input, context),
        })),
      ),
  ],
  "`execute` without a context": [[], (options) => serverTool(deleteItem, options).execute?.({ id: 7 }, undefined as never)],
  "`execute` with a call that nobody approved": [[], (options) => direct(options, undefined, "c1")],
  "`execute` with a call that was denied": [[], (options) => direct(options, decided({ approved: false }), "c1")],
  "`execute` with the approval of this call, twice": [[7], (options) => direct(options, decided({ approved: true }), "c1", 2)],
  "`execute` with the approval of another call": [[], (options) => direct(options, decided({ approved: true }), "c2")],
  "`execute` with the approval of a call without identifier": [[], (options) => direct(options, decided({ approved: true }), undefined)],
  "`execute` with the approval of other arguments": [[], (options) => direct(options, inMessage(true, 8), "c1")],
  "`execute` with a response without a call": [
    [],
    (options) => direct(options, { messages: [question], resume: [resolved("c1", { approved: true })] }, "c1"),
  ],
  "`execute` with an answer that was cancelled": [
    [],
    (options) => direct(options, { ...decided({}), resume: [{ ...resolved("c1", { approved: true }), status: "cancelled" }] }, "c1"),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      run(sdk(options, discover([getItem, deleteItem])), undefined, {
        name: "call_tool",
        args: { name: "store_delete_item", arguments: { id: 7 } },
      }),
  ],
  "the program calls `execute` of our tool": [[7], (options) => deleteItem.execute({ id: 7 }, options)],
  'our tool with `approval: "none"`': [[7], (options) => run(sdk(options, [{ ...deleteItem, approval: "none" }]))],
  ...decidedBy((options) => run(sdk(options, [deleteItem]))),
};
