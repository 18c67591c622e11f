import { generateText, streamText } from "ai";
import { type AiSdk4Options, aiSdk4 } from "toolsetc/ai-sdk-4";
import { decidedBy, type Entries } from "../approvals/entry.ts";
import { deleteItem, getItem } from "../store.ts";
import { scriptedModel } from "./model.ts";

const modelOf = () => scriptedModel([{ name: "store_delete_item", args: { id: 7 } }], "Done.").model;
const tools = [getItem, deleteItem] as const;
const sdk = (options: AiSdk4Options<typeof tools>) => aiSdk4(tools, options);

export const entries: Entries = {
  generateText: [[], (options) => generateText({ model: modelOf(), ...sdk(options), prompt: "x", maxSteps: 3 })],
  streamText: [[], (options) => streamText({ model: modelOf(), ...sdk(options), prompt: "x", maxSteps: 3 }).consumeStream()],
  "`execute` by the program": [
    [],
    (options) => sdk({ ...options, approve: () => false }).tools.store_delete_item.execute({ id: 7 }, { toolCallId: "c" }),
  ],
  ...decidedBy((options) => generateText({ model: modelOf(), ...aiSdk4([deleteItem], options), prompt: "x", maxSteps: 3 })),
};
