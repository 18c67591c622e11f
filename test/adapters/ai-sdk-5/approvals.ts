import { generateText, stepCountIs, streamText, tool } from "ai";
import { type AiSdkExecution, aiSdk5 } from "toolsetc/ai-sdk-5";
import * as zod from "zod";
import { answered } from "../approvals/ai-sdk-messages.ts";
import { decidedBy, deletion, type Entries } from "../approvals/entry.ts";
import { deleteItem, getItem } from "../store.ts";
import { scriptedModel } from "./model.ts";

interface Options {
  readonly baseUrl: string;
}
type Given = Omit<Parameters<typeof generateText>[0], "model" | "prompt" | "messages">;

const sdk = (options: Options) => aiSdk5([getItem, deleteItem], options);
const stopWhen = stepCountIs(3);

const turn = (given: object) =>
  generateText({ model: scriptedModel([deletion], "Done."), ...(given as Given), prompt: "Delete it.", stopWhen });

const direct = (options: Options, messages: readonly object[]) =>
  sdk(options).tools.store_delete_item.execute?.({ id: 7 }, { toolCallId: "c", messages });

/** A tool of the program around the SDK's. */
const wrapped = (options: Options) => {
  const { store_delete_item } = sdk(options).tools;
  const execute = (input: { id: number }, execution: AiSdkExecution) => store_delete_item.execute?.(input, execution);
  return { tools: { store_delete_item: tool({ inputSchema: zod.object({ id: zod.number() }), execute }) } };
};

export const entries: Entries = {
  generateText: [[], (options) => turn(sdk(options))],
  streamText: [
    [],
    (options) => streamText({ model: scriptedModel([deletion], "Done."), ...sdk(options), prompt: "x", stopWhen }).consumeStream(),
  ],
  "a tool of the program around `execute`": [[], (options) => turn(wrapped(options))],
  "`execute` by the program": [[], (options) => direct(options, [])],
  "`execute` by the program with an approval of version 6": [[], (options) => direct(options, answered({ c: { id: 7, approved: true } }))],
  ...decidedBy((options) => turn(aiSdk5([deleteItem], options))),
};
