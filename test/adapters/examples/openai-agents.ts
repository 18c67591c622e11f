import { Agent, type Model } from "@openai/agents";
import { openaiAgents } from "toolsetc/openai-agents";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function weatherAgent(model: Model, baseUrl: string) {
  return new Agent({ name: "Weather", model, tools: openaiAgents([getForecast, searchPlaces], { baseUrl }) });
}
