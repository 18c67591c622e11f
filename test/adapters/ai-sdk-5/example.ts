import { generateText, type LanguageModel, stepCountIs } from "ai";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function answer(model: LanguageModel, prompt: string, baseUrl: string) {
  return generateText({ model, ...aiSdk5([getForecast, searchPlaces], { baseUrl }), stopWhen: stepCountIs(5), prompt });
}
