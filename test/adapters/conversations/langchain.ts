import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { langchain } from "../../../src/runtime/adapters/langchain.ts";
import { type Conversations, stepsOf } from "./conversation.ts";

export const conversations: Conversations = {
  "an agent": (tools, context, model) => {
    let made = 0;
    const steps = stepsOf(
      model,
      (call) =>
        new AIMessage(
          call === undefined
            ? "Done."
            : { content: "", tool_calls: [{ type: "tool_call", id: `c${made++}`, name: call.name, args: { ...call.arguments } }] },
        ),
    );
    const llm = steps.reduce((fake, step) => fake.respond((messages) => step(messages.map(({ content }) => content))), fakeModel());
    return createReactAgent({ llm, tools: [...langchain(tools, context)] }).invoke(
      { messages: [new HumanMessage("Go on.")] },
      { recursionLimit: 50 },
    );
  },
};
