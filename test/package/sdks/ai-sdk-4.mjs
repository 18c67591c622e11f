import { generateText } from "ai";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { scriptedModel } from "./ai-model.mjs";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

await generateText({ model: scriptedModel(wanted(false)), ...aiSdk4(tools, { baseUrl }), prompt: "x", maxSteps: 4 });
for (const approved of answers) {
  const kit = aiSdk4(tools, { baseUrl, approve: () => approved });
  const run = generateText({ model: scriptedModel(wanted(approved), "Done."), ...kit, prompt: "x", maxSteps: 4 });
  // This version ends the run with a tool's error.
  const said = await run.then(({ text }) => text).catch((error) => error.cause?.code);
  if (said !== (approved ? "Done." : "declined")) throw new Error(`It ended with ${said}.`);
}
