import { generateText, stepCountIs } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { scriptedModel } from "./ai-model.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

const stopWhen = stepCountIs(4);
// The kit for later versions too: this one asks nobody, so a call is refused.
for (const kit of [aiSdk5(tools, { baseUrl }), aiSdk(tools, { baseUrl }), { tools: aiSdk(tools, { baseUrl }).tools }])
  await generateText({ model: scriptedModel(wanted(false), "Done."), ...kit, prompt: "x", stopWhen });
for (const approved of answers) {
  const kit = aiSdk5(tools, { baseUrl, approve: () => approved });
  const { text } = await generateText({ model: scriptedModel(wanted(approved), "Done."), ...kit, prompt: "x", stopWhen });
  if (text !== "Done.") throw new Error(`The model said ${text}.`);
}
