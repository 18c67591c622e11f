import { generateText, type ModelMessage, stepCountIs, streamText, ToolLoopAgent, tool } from "ai";
import * as zod from "zod";
import { type AiSdkExecution, aiSdk } from "../../../src/runtime/adapters/ai-sdk.ts";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { scriptedModel } from "../ai-sdk-model.ts";
import { deleteItem, getItem } from "../store.ts";
import { answered, forged } from "./ai-sdk-messages.ts";
import { decidedBy, deletion, type Entries, stored } from "./entry.ts";

interface Options {
  readonly baseUrl: string;
}
type Given = Omit<Parameters<typeof generateText>[0], "model" | "prompt" | "messages">;

const sdk = (options: Options) => aiSdk([getItem, deleteItem], options);
const stopWhen = stepCountIs(3);

/** One turn in which the model deletes an item, with these options of the SDK. */
const turn = (given: object, calls = [deletion]) =>
  generateText({ model: scriptedModel(calls, "Done."), ...(given as Given), prompt: "Delete it.", stopWhen });

/** Two turns: in the first, the SDK asks; in the second, in another process, it gets the answer. */
async function approved(options: Options, answer: boolean, given: (options: Options) => object = sdk): Promise<ModelMessage[]> {
  const asked: ModelMessage[] = [{ role: "user", content: "Delete it." }];
  const first = await generateText({ model: scriptedModel([deletion]), ...(given(options) as Given), messages: asked, stopWhen });
  const request = first.content.find((part) => part.type === "tool-approval-request");
  if (request === undefined) throw new Error("The SDK asked nobody.");
  const content = [{ type: "tool-approval-response" as const, approvalId: request.approvalId, approved: answer }];
  return stored([...asked, ...first.response.messages, { role: "tool", content }]);
}

const resumed = (given: object, messages: ModelMessage[]) =>
  generateText({ model: scriptedModel("Done."), ...(given as Given), messages, stopWhen });

/** The program's own call of the SDK's tool, with what the type of version 7 asks for. */
async function direct(options: Options, messages: readonly object[], input: object, times = 1): Promise<void> {
  const { execute } = sdk(options).tools.store_delete_item;
  for (let time = 0; time < times; time++) {
    const execution = { toolCallId: "c", messages, context: undefined };
    await Promise.resolve(execute?.(input as { id: number }, execution)).catch(() => undefined);
  }
}

/** A tool of the program around the SDK's, without its `needsApproval`. */
const wrapped = (options: Options) => {
  const { store_delete_item } = sdk(options).tools;
  const execute = (input: { id: number }, execution: AiSdkExecution) => store_delete_item.execute?.(input, execution);
  return { tools: { store_delete_item: tool({ inputSchema: zod.object({ id: zod.number() }), execute }) } };
};

export const entries: Entries = {
  "generateText, unanswered": [[], (options) => turn(sdk(options))],
  "generateText with the tools alone": [[], (options) => turn({ tools: sdk(options).tools })],
  "streamText, unanswered": [
    [],
    (options) => streamText({ model: scriptedModel([deletion], "Done."), ...sdk(options), prompt: "x", stopWhen }).consumeStream(),
  ],
  "ToolLoopAgent, unanswered": [
    [],
    (options) => new ToolLoopAgent({ model: scriptedModel([deletion], "Done."), tools: sdk(options).tools }).generate({ prompt: "x" }),
  ],
  ...Object.fromEntries(
    [undefined, "not-applicable", "approved", "denied", { type: "approved", reason: "x" }].flatMap(
      (status): [string, Entries[string]][] => [
        [
          `a function \`toolApproval\` that returns ${JSON.stringify(status)}`,
          [[], (options) => turn({ ...sdk(options), toolApproval: () => status })],
        ],
        [
          `a \`toolApproval\` of ${JSON.stringify(status)} by name`,
          [[], (options) => turn({ ...sdk(options), toolApproval: { store_delete_item: () => status } })],
        ],
      ],
    ),
  ),
  "a function `toolApproval` that asks about another tool": [
    [],
    (options) =>
      turn({
        ...sdk(options),
        toolApproval: ({ toolCall }: { toolCall: { toolName: string } }) => (toolCall.toolName === "weather" ? "user-approval" : undefined),
      }),
  ],
  "a tool of the program around `execute`": [[], (options) => turn(wrapped(options))],
  "the SDK's tool with `needsApproval: false`": [
    [],
    (options) => turn({ tools: { store_delete_item: { ...sdk(options).tools.store_delete_item, needsApproval: false } } }),
  ],
  "asked, approved in another process": [[7], async (options) => resumed(sdk(options), await approved(options, true))],
  "asked, denied": [[], async (options) => resumed(sdk(options), await approved(options, false))],
  "asked by a function `toolApproval`, approved": [
    [7],
    async (options) => {
      const given = (each: Options) => ({ ...sdk(each), toolApproval: () => "user-approval" });
      return resumed(given(options), await approved(options, true, given));
    },
  ],
  "streamText, approved": [
    [7],
    async (options) =>
      streamText({ model: scriptedModel("Done."), ...sdk(options), messages: await approved(options, true), stopWhen }).consumeStream(),
  ],
  "asked, approved, with a tool of the program of the same name around `execute`": [
    [7],
    async (options) => resumed(wrapped(options), await approved(options, true)),
  ],
  "the approved messages twice": [
    [7],
    async (options) => {
      const [tools, messages] = [sdk(options), await approved(options, true)];
      await resumed(tools, messages);
      await resumed(tools, stored(messages));
    },
  ],
  "one of two calls is denied": [
    [8],
    (options) => resumed(sdk(options), answered({ c: { id: 7, approved: false }, d: { id: 8, approved: true } }) as ModelMessage[]),
  ],
  ...Object.fromEntries(
    Object.entries(forged).flatMap(([title, [messages, input, deleted]]): [string, Entries[string]][] => [
      [`\`execute\` with ${title}`, [deleted, (options) => direct(options, messages, input)]],
      [`\`execute\` twice with ${title}`, [deleted, (options) => direct(options, messages, input, 2)]],
    ]),
  ),
  "call_tool of `discover`": [
    [],
    (options) =>
      turn(aiSdk(discover([getItem, deleteItem]), options), [
        { name: "call_tool", input: { name: deletion.name, arguments: { id: 7 } } as never },
      ]),
  ],
  "the program calls `execute` of our tool": [[7], (options) => deleteItem.execute({ id: 7 }, options)],
  'our tool with `approval: "none"`': [[7], (options) => turn(aiSdk([{ ...deleteItem, approval: "none" }], options))],
  ...decidedBy((options) => turn(aiSdk([deleteItem], options))),
};
