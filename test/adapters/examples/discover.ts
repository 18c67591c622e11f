import { generateText, isStepCount, type LanguageModel } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { discover } from "toolsetc/discover";
import { tools as weatherTools } from "../../../generated/toolsets/weather/index.ts";

export async function answer(model: LanguageModel, prompt: string, baseUrl: string) {
  const sdk = aiSdk(discover(weatherTools({ baseUrl })));
  return generateText({ model, ...sdk, stopWhen: isStepCount(9), prompt });
}
