import { type LanguageModelV1, streamText } from "ai";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { publicMessage } from "toolsetc/runtime";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function answer(model: LanguageModelV1, prompt: string, baseUrl: string): Response {
  const result = streamText({ model, ...aiSdk4([getForecast, searchPlaces], { baseUrl }), maxSteps: 5, prompt });
  return result.toDataStreamResponse({ getErrorMessage: publicMessage });
}
