import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import * as zod from "zod";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { langchain } from "../../../src/runtime/adapters/langchain.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}

const call = { type: "tool_call" as const, id: "c1", name: "store_delete_item", args: { id: 7 } };
const hello = { messages: [new HumanMessage("Delete it.")] };
type SdkTool = ReturnType<typeof deleting>;

const sdk = (options: Options, tools: readonly Tool[] = [getItem, deleteItem]) => [...langchain(tools, options)];
const deleting = (options: Options & Parameters<typeof langchain>[1]) => langchain([deleteItem], options as Options)[0];

const agent = (tools: readonly SdkTool[], made: object = call) =>
  createReactAgent({
    llm: fakeModel()
      .respondWithTools([made as typeof call])
      .respond(new AIMessage("Done.")),
    tools: [...tools],
  }).invoke(hello);

/** A graph that the tool's `approve` interrupts, and that goes on with `answer`. */
async function interrupted(options: Options, answer: string): Promise<void> {
  const tools = langchain([deleteItem], { ...options, approve: ({ input }) => interrupt(input) === "yes" });
  const llm = fakeModel().respondWithTools([call]).respond(new AIMessage("Done."));
  const graph = createReactAgent({ llm, tools: [...tools], checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "1" } };
  await graph.invoke(hello, thread);
  await graph.invoke(new Command({ resume: answer }), thread);
}

export const entries: Entries = {
  "an agent": [[], (options) => agent([deleting(options)])],
  "a ToolNode in a graph": [
    [],
    (options) =>
      new StateGraph(MessagesAnnotation)
        .addNode("tools", new ToolNode([deleting(options)]))
        .addEdge("__start__", "tools")
        .compile()
        .invoke({ messages: [new AIMessage({ content: "", tool_calls: [call] })] }),
  ],
  "`invoke` with a call": [[], (options) => deleting(options).invoke(call)],
  "`invoke` with the arguments alone": [[], (options) => deleting(options).invoke({ id: 7 })],
  "`func` by the program": [[], (options) => deleting(options).func({ id: 7 }, undefined, {} as never)],
  "a tool of the program around `invoke`": [
    [],
    (options) => {
      const inner = deleting(options);
      const schema = zod.object({ id: zod.number() });
      const outer = tool((input) => inner.invoke(input), {
        name: "store_delete_item",
        description: "x",
        schema,
      });
      return agent([outer as unknown as SdkTool]);
    },
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      agent(sdk(options, discover([getItem, deleteItem])) as never, {
        ...call,
        name: "call_tool",
        args: { name: "store_delete_item", arguments: { id: 7 } },
      }),
  ],
  "interrupted, approved": [[7], (options) => interrupted(options, "yes")],
  "interrupted, declined": [[], (options) => interrupted(options, "no")],
  "the program calls `execute` of our tool": [[7], (options) => deleteItem.execute({ id: 7 }, options)],
  'our tool with `approval: "none"`': [[7], (options) => agent(sdk(options, [{ ...deleteItem, approval: "none" }]) as never)],
  ...decidedBy((options) => agent([deleting(options)])),
};
