import { discover } from "../../../src/runtime/adapters/discover.ts";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import { answerEach, type Conversations } from "./conversation.ts";

export const conversations: Conversations = {
  call_tool: (tools, context, model) => {
    const { answer } = openai(discover(tools), context);
    return answerEach(model, (call) => answer({ call_id: "c", name: "call_tool", arguments: JSON.stringify(call) }));
  },
};
