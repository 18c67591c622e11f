import { generateText, type LanguageModel, stepCountIs } from "ai";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { weather } from "../../../generated/index.ts";

export function answer(model: LanguageModel, prompt: string, baseUrl: string) {
  return generateText({ model, ...aiSdk5(weather.allTools, { baseUrl }), stopWhen: stepCountIs(5), prompt });
}
