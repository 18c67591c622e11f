import OpenAI from "openai";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { allArguments, answerEach, type Conversations, stepsOf } from "./conversation.ts";

export const conversations: Conversations = {
  answerAll: (tools, context, model) => {
    const { answerAll } = openai(tools, context);
    return answerEach(model, ({ name, arguments: given }) =>
      answerAll([{ type: "function_call", call_id: "c", name, arguments: JSON.stringify(given) }]),
    );
  },
  "answerAll in strict mode": (tools, context, model) => {
    const { answerAll, tools: declared } = openai(tools, { ...context, strict: true });
    return answerEach(model, ({ name, arguments: given }) => {
      const parameters = declared.find((tool) => tool.name === name)?.parameters;
      const all = JSON.stringify(allArguments(given, parameters));
      return answerAll([{ type: "function_call", call_id: "c", name, arguments: all }]);
    });
  },
  "answerAll of a chat": (tools, context, model) => {
    const { answerAll } = openai(tools, { ...context, api: "chat" });
    return answerEach(model, ({ name, arguments: given }) =>
      answerAll([{ id: "c", type: "function", function: { name, arguments: JSON.stringify(given) } }]),
    );
  },
  runTools: async (tools, context, model) => {
    const api = await startScriptedApi();
    const answer = (message: object) => ({ id: "x", object: "chat.completion", choices: [{ index: 0, finish_reason: "stop", message }] });
    const steps = stepsOf(model, (call) =>
      answer(
        call === undefined
          ? { role: "assistant", content: "Done." }
          : {
              role: "assistant",
              content: null,
              tool_calls: [{ id: "c", type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } }],
            },
      ),
    );
    api.script(
      ...steps.map(
        (step) =>
          ({ messages }: { messages: object[] }) =>
            step(messages),
      ),
    );
    const client = new OpenAI({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
    const { runnable } = openai(tools, { ...context, api: "chat" });
    const messages = [{ role: "user" as const, content: "Go on." }];
    await client.chat.completions.runTools({ model: "m", messages, tools: runnable }, { maxChatCompletions: 12 }).done();
    await api.close();
  },
};
