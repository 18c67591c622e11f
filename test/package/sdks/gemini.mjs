import { GoogleGenAI } from "@google/genai";
import { gemini } from "toolsetc/gemini";
import { withApi } from "./scripted-api.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

for (const approved of answers) {
  const calls = wanted(approved).map(({ name }) => ({ functionCall: { name, args: { id: 7 } } }));
  await withApi([response(calls), response([{ text: "Done." }])], async (address) => {
    const ai = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: address } });
    const { tools: declared, answerAll } = gemini(tools, { baseUrl, approve: () => approved });
    const user = { role: "user", parts: [{ text: "x" }] };
    const first = await ai.models.generateContent({ model: "m", contents: [user], config: { tools: declared } });
    const contents = [user, first.candidates[0].content, { role: "user", parts: await answerAll(first.functionCalls) }];
    const last = await ai.models.generateContent({ model: "m", contents, config: { tools: declared } });
    if (last.text !== "Done.") throw new Error(`The model said ${last.text}.`);
  });
}

function response(parts) {
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] };
}
