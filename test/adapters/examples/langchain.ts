import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { langchain } from "toolsetc/langchain";
import { weather } from "../../../generated/index.ts";

export function withWeather(model: BaseChatModel, baseUrl: string) {
  const tools = [...langchain(weather.allTools, { baseUrl })];
  return { tools, model: model.bindTools?.(tools) };
}
