import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { langchain } from "toolsetc/langchain";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function weatherAgent(llm: BaseChatModel, baseUrl: string) {
  return createReactAgent({ llm, tools: [...langchain([getForecast, searchPlaces], { baseUrl })] });
}
