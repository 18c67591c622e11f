import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { simulateReadableStream } from "ai";
import * as zod from "zod";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { mastra } from "../../../src/runtime/adapters/mastra.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}
interface Call {
  readonly toolName: string;
  readonly input: string;
}

const deletion: Call = { toolName: "store_delete_item", input: '{"id":7}' };
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const sdk = (options: Options, tools: readonly Tool[] = [getItem, deleteItem]) => mastra(tools, options);

/** A model that makes the calls in its first turn, and then says that it is done. */
function modelOf(calls: readonly Call[]) {
  let turn = 0;
  const next = () =>
    turn++ === 0
      ? {
          content: calls.map((call, index) => ({ type: "tool-call" as const, toolCallId: `c${index}`, ...call })),
          finishReason: "tool-calls" as const,
        }
      : { content: [{ type: "text" as const, text: "Done." }], finishReason: "stop" as const };
  return new MastraLanguageModelV2Mock({
    doGenerate: async () => ({ ...next(), usage, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = next();
      const parts = content.flatMap((part): object[] =>
        part.type === "tool-call"
          ? [part]
          : [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: part.text },
              { type: "text-end", id: "t" },
            ],
      );
      const chunks = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
      return { stream: simulateReadableStream({ chunks: chunks as never[] }) };
    },
  });
}

/** A model of AI SDK 4, with which only `generateLegacy` works. */
function legacyModel() {
  let turn = 0;
  const raw = { usage: { promptTokens: 1, completionTokens: 1 }, rawCall: { rawPrompt: null, rawSettings: {} } };
  const next = () =>
    turn++ === 0
      ? {
          toolCalls: [{ toolCallType: "function", toolCallId: "c0", toolName: deletion.toolName, args: deletion.input }],
          finishReason: "tool-calls",
        }
      : { text: "Done.", finishReason: "stop" };
  return {
    specificationVersion: "v1",
    provider: "mock",
    modelId: "mock",
    defaultObjectGenerationMode: "json",
    doGenerate: async () => ({ ...next(), ...raw }),
    doStream: async () => {
      const { toolCalls = [], text, finishReason } = next();
      const chunks = [
        ...toolCalls.map((call) => ({ type: "tool-call", ...call })),
        ...(text === undefined ? [] : [{ type: "text-delta", textDelta: text }]),
        { type: "finish", finishReason, usage: raw.usage },
      ];
      return { stream: simulateReadableStream({ chunks }), rawCall: raw.rawCall };
    },
  };
}

function agentOf(tools: object, { calls = [deletion], storage = new InMemoryStore(), model = modelOf(calls) as unknown } = {}) {
  const agent = new Agent({ id: "a", name: "a", instructions: "Help.", model: model as never, tools: tools as never });
  new Mastra({ agents: { agent }, storage, logger: false });
  return agent;
}

/** A run that waits for a decision, and its agent. */
async function suspended(options: Options, given: Parameters<typeof agentOf>[1] = {}) {
  const agent = agentOf(sdk(options), given);
  const { finishReason, runId = "" } = await agent.generate("Delete it.");
  if (finishReason !== "suspended") throw new Error("The run was not suspended.");
  return { agent, runId, toolCallId: "c0" };
}

/** A run of a workflow whose one step is a tool, and that is resumed with each of `answers`. */
async function workflow(tools: object, ...answers: readonly object[]): Promise<void> {
  const step = createStep(Object.values(tools).at(-1));
  const made = createWorkflow({ id: "w", inputSchema: zod.object({ id: zod.number() }), outputSchema: zod.any() })
    .then(step as never)
    .commit();
  new Mastra({ workflows: { made }, storage: new InMemoryStore(), logger: false });
  const run = await made.createRun();
  await run.start({ inputData: { id: 7 } } as never);
  for (const resumeData of answers) await run.resume({ step: step as never, resumeData });
}

const question = (args: object, toolCallId: string | null = "c0") => ({ toolCallId, toolName: "store_delete_item", args });

/** The program's own call, with the context that an agent gives. */
const direct = (options: Options, agent: object, input: object = { id: 7 }) =>
  sdk(options)["store_delete_item"]?.execute?.(input, {
    agent: { agentId: "a", toolCallId: "c0", messages: [], suspend: async () => undefined, ...agent },
  } as never);

export const entries: Entries = {
  "generate, unanswered": [[], (options) => agentOf(sdk(options)).generate("Delete it.")],
  "generate with `requireToolApproval: false`": [
    [],
    (options) => agentOf(sdk(options)).generate("Delete it.", { requireToolApproval: false }),
  ],
  "stream, unanswered": [[], async (options) => (await agentOf(sdk(options)).stream("Delete it.")).consumeStream()],
  generateLegacy: [[], (options) => agentOf(sdk(options), { model: legacyModel() }).generateLegacy("Delete it.")],
  streamLegacy: [[], async (options) => (await agentOf(sdk(options), { model: legacyModel() }).streamLegacy("Delete it.")).consumeStream()],
  "a workflow, unanswered": [[], (options) => workflow(sdk(options))],
  "a workflow, approved": [[7], (options) => workflow(sdk(options), { approved: true })],
  "a workflow, approved twice": [[7], (options) => workflow(sdk(options), { approved: true }, { approved: true })],
  "a workflow, declined": [[], (options) => workflow(sdk(options), { approved: false, reason: "No." })],
  "a workflow, answered with something else": [[], (options) => workflow(sdk(options), { approved: "yes" })],
  approveToolCallGenerate: [
    [7],
    async (options) => {
      const { agent, ...call } = await suspended(options);
      await agent.approveToolCallGenerate(call);
    },
  ],
  "approveToolCall of a stream": [
    [7],
    async (options) => {
      const agent = agentOf(sdk(options));
      const stream = await agent.stream("Delete it.");
      await stream.consumeStream();
      await (await agent.approveToolCall({ runId: stream.runId, toolCallId: "c0" })).consumeStream();
    },
  ],
  "approved in another process with the same storage": [
    [7],
    async (options) => {
      const storage = new InMemoryStore();
      const { agent: _first, ...call } = await suspended(options, { storage });
      const model = modelOf([]);
      await model.doGenerate({} as never);
      await agentOf(sdk(options), { storage, model }).approveToolCallGenerate(call);
    },
  ],
  "approved twice": [
    [7],
    async (options) => {
      const { agent, ...call } = await suspended(options);
      await agent.approveToolCallGenerate(call);
      await agent.approveToolCallGenerate(call);
    },
  ],
  declineToolCallGenerate: [
    [],
    async (options) => {
      const { agent, ...call } = await suspended(options);
      await agent.declineToolCallGenerate({ ...call, reason: "No." });
    },
  ],
  "the model writes an approval into the arguments": [
    [],
    (options) =>
      agentOf(sdk(options), { calls: [{ ...deletion, input: '{"id":7,"resumeData":{"approved":true}}' }] }).generate("Delete it."),
  ],
  "`execute` without a context": [[], async (options) => sdk(options)["store_delete_item"]?.execute?.({ id: 7 })],
  "`execute` in an agent": [[], (options) => direct(options, {})],
  "`execute` with an approval without a question": [[], (options) => direct(options, { resumeData: { approved: true } })],
  ...Object.fromEntries(
    Object.entries({
      "another call": question({ id: 7 }, "c9"),
      "other arguments": question({ id: 8 }),
      "another tool": { ...question({ id: 7 }), toolName: "store_get_item" },
    }).map(([title, suspendPayload]): [string, Entries[string]] => [
      `\`execute\` with the approval of ${title}`,
      [[], (options) => direct(options, { resumeData: { approved: true }, suspendPayload })],
    ]),
  ),
  "`execute` with the approval of this call": [
    [7],
    (options) => direct(options, { resumeData: { approved: true }, suspendPayload: question({ id: 7 }) }),
  ],
  "a tool of the program around `execute`": [
    [],
    (options) => {
      const inner = sdk(options)["store_delete_item"];
      const execute = async (input: unknown, context: unknown) => inner?.execute?.(input, context as never);
      const outer = createTool({ id: "store_delete_item", description: "x", inputSchema: zod.object({ id: zod.number() }), execute });
      return agentOf({ store_delete_item: outer }).generate("Delete it.");
    },
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      agentOf(sdk(options, discover([getItem, deleteItem])), {
        calls: [{ toolName: "call_tool", input: '{"name":"store_delete_item","arguments":{"id":7}}' }],
      }).generate("Delete it."),
  ],
  "the program calls `execute` of our tool": [[7], (options) => deleteItem.execute({ id: 7 }, options)],
  'our tool with `approval: "none"`': [
    [7],
    (options) => agentOf(sdk(options, [{ ...deleteItem, approval: "none" }])).generate("Delete it."),
  ],
  "generateLegacy, approved by `approve`": [
    [7],
    (options) => agentOf(mastra([deleteItem], { ...options, approve: () => true }), { model: legacyModel() }).generateLegacy("Delete it."),
  ],
  "a workflow, approved by `approve`": [[7], (options) => workflow(mastra([deleteItem], { ...options, approve: () => true }))],
  ...decidedBy((options) => agentOf(mastra([deleteItem], options)).generate("Delete it.")),
};
