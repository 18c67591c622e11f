import { Agent, type AgentConfig } from "@mastra/core/agent";
import { mastra } from "toolsetc/mastra";
import { weather } from "../../../generated/index.ts";

export function weatherAgent(model: AgentConfig["model"], baseUrl: string) {
  const tools = mastra(weather.allTools, { baseUrl });
  return new Agent({ id: "weather", name: "Weather", instructions: "Answer questions about the weather.", model, tools });
}
