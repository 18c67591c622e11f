import { Agent, type FunctionTool, type Model, RunContext, Runner, RunState, tool, Usage } from "@openai/agents";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { type OpenAiAgentsTool, openaiAgents } from "../../../src/runtime/adapters/openai-agents.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}

const runner = new Runner({ tracingDisabled: true });

interface Call {
  readonly name: string;
  readonly arguments: string;
}

const deletion: Call = { name: "store_delete_item", arguments: '{"id":7}' };

/** A model that makes the calls in its first turn, and then says that it is done. */
function modelOf(calls: readonly Call[]): Model {
  return {
    getResponse: async ({ input }) => {
      const isFirst = typeof input === "string" || !input.some(({ type }) => type === "function_call");
      return {
        usage: new Usage(),
        output: isFirst
          ? calls.map((call, index) => ({ type: "function_call" as const, callId: `c${index}`, status: "completed" as const, ...call }))
          : [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done." }] }],
      };
    },
    // biome-ignore lint/correctness/useYield: the runner does not stream here.
    getStreamedResponse: async function* () {
      throw new Error("The runner does not stream here.");
    },
  };
}

const agentOf = (tools: readonly unknown[], calls: readonly Call[] = [deletion]) =>
  new Agent({ name: "a", model: modelOf(calls), tools: tools as FunctionTool[] });

const sdk = (options: Options, tools: readonly Tool[] = [getItem, deleteItem]) => openaiAgents(tools, options);

const run = (tools: readonly unknown[], calls?: readonly Call[]) => runner.run(agentOf(tools, calls), "Delete it.");

/** The state of a run that waits for approvals. */
async function interrupted(options: Options, calls?: readonly Call[]) {
  const tools = sdk(options);
  const { state, interruptions } = await run(tools, calls);
  const deleting = tools.find(({ name }) => name === "store_delete_item");
  if (interruptions.length === 0 || deleting === undefined) throw new Error("The SDK asked nobody.");
  return { state, interruptions, deleting };
}

/** The program's own call, as the SDK makes it for an item of its model. */
const invoke = (deleting: Pick<OpenAiAgentsTool<string>, "invoke">, context: RunContext, given: string, item: object = {}) =>
  deleting.invoke(context, given, {
    toolCall: { type: "function_call", callId: "c0", status: "completed", ...deletion, ...item },
  });

export const entries: Entries = {
  "a run, unanswered": [[], (options) => run(sdk(options))],
  "a run that is continued unanswered": [
    [],
    async (options) => {
      const { state } = await interrupted(options);
      await runner.run(agentOf(sdk(options)), state);
    },
  ],
  "asked, approved": [
    [7],
    async (options) => {
      const { state, interruptions } = await interrupted(options);
      for (const each of interruptions) state.approve(each);
      await runner.run(state._currentAgent, state);
    },
  ],
  "asked, approved in another process": [
    [7],
    async (options) => {
      const { state } = await interrupted(options);
      const agent = agentOf(sdk(options));
      const restored = await RunState.fromString(agent, state.toString());
      for (const each of restored.getInterruptions()) restored.approve(each);
      await runner.run(agent, await RunState.fromString(agent, restored.toString()));
    },
  ],
  "approved always, for two calls": [
    [7, 7],
    async (options) => {
      const { state, interruptions } = await interrupted(options, [deletion, deletion]);
      for (const each of interruptions) state.approve(each, { alwaysApprove: true });
      await runner.run(state._currentAgent, state);
    },
  ],
  "asked, rejected": [
    [],
    async (options) => {
      const { state, interruptions } = await interrupted(options);
      for (const each of interruptions) state.reject(each);
      await runner.run(state._currentAgent, state);
    },
  ],
  "one of two calls is rejected": [
    [8],
    async (options) => {
      const { state, interruptions } = await interrupted(options, [deletion, { ...deletion, arguments: '{"id":8}' }]);
      for (const each of interruptions) each.arguments === '{"id":8}' ? state.approve(each) : state.reject(each);
      await runner.run(state._currentAgent, state);
    },
  ],
  "`invoke` without a call": [[], async (options) => sdk(options)[1]?.invoke(new RunContext(), '{"id":7}')],
  "`invoke` with a call that nobody approved": [
    [],
    async (options) => {
      const [, deleting] = sdk(options);
      if (deleting !== undefined) await invoke(deleting, new RunContext(), '{"id":7}');
    },
  ],
  "`invoke` in a run that waits": [
    [],
    async (options) => {
      const { state, deleting } = await interrupted(options);
      await invoke(deleting, state._context, '{"id":7}');
    },
  ],
  "`invoke` with the approval of this call, twice": [
    [7],
    async (options) => {
      const { state, interruptions, deleting } = await interrupted(options);
      for (const each of interruptions) state.approve(each);
      await invoke(deleting, state._context, '{"id":7}');
      await invoke(deleting, state._context, '{"id":7}');
    },
  ],
  ...Object.fromEntries(
    Object.entries({
      "another call": ['{"id":7}', { callId: "c9" }],
      "other arguments": ['{"id":9}', {}],
      "another tool": ['{"id":7}', { name: "store_get_item" }],
    } as const).map(([title, [given, item]]): [string, Entries[string]] => [
      `\`invoke\` with the approval of ${title}`,
      [
        [],
        async (options) => {
          const { state, interruptions, deleting } = await interrupted(options);
          for (const each of interruptions) state.approve(each);
          await invoke(deleting, state._context, given, item);
        },
      ],
    ]),
  ),
  "a tool of the program around `invoke`": [
    [],
    (options) => {
      const [, deleting] = sdk(options);
      const wrapper = tool({
        name: "store_delete_item",
        description: "Deletes an item.",
        parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
        strict: false,
        execute: (input, context, details) => deleting?.invoke(context ?? new RunContext(), JSON.stringify(input), details),
      });
      return run([wrapper]);
    },
  ],
  "the SDK's tool with `needsApproval` that says no": [
    [],
    (options) => run(sdk(options).map((each) => ({ ...each, needsApproval: async () => false }))),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      run(sdk(options, discover([getItem, deleteItem])), [
        { name: "call_tool", arguments: '{"name":"store_delete_item","arguments":{"id":7}}' },
      ]),
  ],
  "the program calls `execute` of our tool": [[7], (options) => deleteItem.execute({ id: 7 }, options)],
  'our tool with `approval: "none"`': [[7], (options) => run(sdk(options, [{ ...deleteItem, approval: "none" }]))],
  ...decidedBy((options) => run(openaiAgents([deleteItem], options))),
};
