import { generateText, isStepCount, type LanguageModel } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { getLocation } from "../../../generated/toolsets/device/index.ts";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export async function answer(model: LanguageModel, prompt: string, baseUrl: string) {
  const { tools, toolApproval, repairToolCall } = aiSdk([getForecast, searchPlaces, getLocation], { baseUrl });
  return generateText({ model, tools, toolApproval, repairToolCall, stopWhen: isStepCount(5), prompt });
}
