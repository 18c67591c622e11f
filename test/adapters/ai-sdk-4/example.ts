import { type LanguageModelV1, streamText } from "ai";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { publicMessage } from "toolsetc/runtime";
import { weather } from "../../../generated/index.ts";

export function answer(model: LanguageModelV1, prompt: string, baseUrl: string): Response {
  const result = streamText({ model, ...aiSdk4(weather.allTools, { baseUrl }), maxSteps: 5, prompt });
  return result.toDataStreamResponse({ getErrorMessage: publicMessage });
}
