import { Agent, type AgentConfig } from "@mastra/core/agent";
import { mastra } from "toolsetc/mastra";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function weatherAgent(model: AgentConfig["model"], baseUrl: string) {
  const tools = mastra([getForecast, searchPlaces], { baseUrl });
  return new Agent({ id: "weather", name: "Weather", instructions: "Answer questions about the weather.", model, tools });
}
