import { GoogleGenAI } from "@google/genai";
import { gemini } from "../../../src/runtime/adapters/gemini.ts";
import { startScriptedApi } from "../scripted-api.ts";
import { answerEach, type Conversations, stepsOf } from "./conversation.ts";

export const conversations: Conversations = {
  answerAll: (tools, context, model) => {
    const { answerAll } = gemini(tools, context);
    return answerEach(model, ({ name, arguments: args }) => answerAll([{ id: "c", name, args: { ...args } }]));
  },
  "automatic function calling": async (tools, context, model) => {
    const api = await startScriptedApi();
    const answer = (...parts: readonly object[]) => ({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] });
    const steps = stepsOf(model, (call) =>
      answer(call === undefined ? { text: "Done." } : { functionCall: { id: "c", name: call.name, args: call.arguments } }),
    );
    api.script(
      ...steps.map(
        (step) =>
          ({ contents }: { contents: object[] }) =>
            step(contents),
      ),
    );
    const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: api.address } });
    const automaticFunctionCalling = { maximumRemoteCalls: 12 };
    const config = { tools: [gemini(tools, context).callable], automaticFunctionCalling };
    await client.models.generateContent({ model: "m", contents: "Go on.", config });
    await api.close();
  },
};
