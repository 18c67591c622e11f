import { ces } from "../../../src/runtime/adapters/ces.ts";
import { answerEach, type Conversations } from "./conversation.ts";

export const conversations: Conversations = {
  answer: (tools, context, model) => {
    const { answer } = ces(tools, context);
    return answerEach(model, ({ name, arguments: args }) => answer({ id: "c", displayName: name, args: { ...args } }));
  },
  runTurn: (tools, context, model) => {
    const { runTurn } = ces(tools, context);
    let round = 0;
    return runTurn(
      async (inputs) => {
        const call = model(round++ === 0 ? undefined : inputs);
        const calls = call && [{ id: "c", displayName: call.name, args: { ...call.arguments } }];
        return { outputs: calls === undefined ? [{ text: "Done." }] : [{ toolCalls: { toolCalls: calls }, turnIndex: 1 }] };
      },
      [{ text: "Go on." }],
    );
  },
};
