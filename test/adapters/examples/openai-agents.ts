import { Agent, type Model } from "@openai/agents";
import { openaiAgents } from "toolsetc/openai-agents";
import { weather } from "../../../generated/index.ts";

export function weatherAgent(model: Model, baseUrl: string) {
  return new Agent({ name: "Weather", model, tools: openaiAgents(weather.allTools, { baseUrl }) });
}
