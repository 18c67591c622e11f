import { generateText, isStepCount, type LanguageModel } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { device, weather } from "../../../generated/index.ts";

export async function answer(model: LanguageModel, prompt: string, baseUrl: string) {
  const { tools, toolApproval, repairToolCall } = aiSdk([...weather.allTools, ...device.allTools], { baseUrl });
  return generateText({ model, tools, toolApproval, repairToolCall, stopWhen: isStepCount(5), prompt });
}
