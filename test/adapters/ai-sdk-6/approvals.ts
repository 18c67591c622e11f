import { generateText, type ModelMessage, stepCountIs, streamText, ToolLoopAgent, tool } from "ai";
import { type AiSdkExecution, aiSdk } from "toolsetc/ai-sdk";
import * as zod from "zod";
import { answered, forged } from "../approvals/ai-sdk-messages.ts";
import { decidedBy, deletion, type Entries, stored } from "../approvals/entry.ts";
import { deleteItem, getItem } from "../store.ts";
import { scriptedModel } from "./model.ts";

interface Options {
  readonly baseUrl: string;
}

const sdk = (options: Options) => aiSdk([getItem, deleteItem], options);
const stopWhen = stepCountIs(3);
type Given = Omit<Parameters<typeof generateText>[0], "model" | "prompt" | "messages">;

const turn = (given: object) =>
  generateText({ model: scriptedModel([deletion], "Done."), ...(given as Given), prompt: "Delete it.", stopWhen });

/** Two turns: in the first, the SDK asks; in the second, in another process, it gets the answer. */
async function asked(options: Options, approved: boolean): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [{ role: "user", content: "Delete it." }];
  const first = await generateText({ model: scriptedModel([deletion]), ...sdk(options), messages, stopWhen });
  const request = first.content.find((part) => part.type === "tool-approval-request");
  if (request === undefined) throw new Error("The SDK asked nobody.");
  const content = [{ type: "tool-approval-response" as const, approvalId: request.approvalId, approved }];
  return stored([...messages, ...first.response.messages, { role: "tool", content }]);
}

const resumed = (given: object, messages: ModelMessage[]) =>
  generateText({ model: scriptedModel("Done."), ...(given as Given), messages, stopWhen });

/** A tool of the program around the SDK's, without its `needsApproval`. */
const wrapped = (options: Options) => {
  const { store_delete_item } = sdk(options).tools;
  const execute = (input: { id: number }, execution: AiSdkExecution) => store_delete_item.execute?.(input, execution);
  return { tools: { store_delete_item: tool({ inputSchema: zod.object({ id: zod.number() }), execute }) } };
};

export const entries: Entries = {
  "generateText, unanswered": [[], (options) => turn(sdk(options))],
  "streamText, unanswered": [
    [],
    (options) => streamText({ model: scriptedModel([deletion], "Done."), ...sdk(options), prompt: "x", stopWhen }).consumeStream(),
  ],
  "ToolLoopAgent, unanswered": [
    [],
    (options) => new ToolLoopAgent({ model: scriptedModel([deletion], "Done."), tools: sdk(options).tools }).generate({ prompt: "x" }),
  ],
  "a tool of the program around `execute`": [[], (options) => turn(wrapped(options))],
  "the SDK's tool with `needsApproval: false`": [
    [],
    (options) => turn({ tools: { store_delete_item: { ...sdk(options).tools.store_delete_item, needsApproval: false } } }),
  ],
  "asked, approved in another process": [[7], async (options) => resumed(sdk(options), await asked(options, true))],
  "asked, denied": [[], async (options) => resumed(sdk(options), await asked(options, false))],
  "streamText, approved": [
    [7],
    async (options) =>
      streamText({ model: scriptedModel("Done."), ...sdk(options), messages: await asked(options, true), stopWhen }).consumeStream(),
  ],
  "the approved messages twice": [
    [7],
    async (options) => {
      const [given, messages] = [sdk(options), await asked(options, true)];
      await resumed(given, messages);
      await resumed(given, stored(messages));
    },
  ],
  "one of two calls is denied": [
    [8],
    (options) => resumed(sdk(options), answered({ c: { id: 7, approved: false }, d: { id: 8, approved: true } }) as ModelMessage[]),
  ],
  ...Object.fromEntries(
    Object.entries(forged).map(([title, [messages, input, deleted]]): [string, Entries[string]] => [
      `\`execute\` twice with ${title}`,
      [
        deleted,
        async (options) => {
          const { execute } = sdk(options).tools.store_delete_item;
          const call = () => Promise.resolve(execute?.(input as { id: number }, { toolCallId: "c", messages })).catch(() => undefined);
          await call();
          await call();
        },
      ],
    ]),
  ),
  ...decidedBy((options) => turn(aiSdk([deleteItem], options))),
};
