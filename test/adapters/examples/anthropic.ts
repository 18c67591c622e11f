import type Anthropic from "@anthropic-ai/sdk";
import { anthropic } from "toolsetc/anthropic";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";
export async function answer(client: Anthropic, messages: Anthropic.MessageParam[], baseUrl: string): Promise<Anthropic.ContentBlock[]> {
  const { tools, answerAll } = anthropic([getForecast, searchPlaces], { baseUrl, strict: true });
  const { content, stop_reason } = await client.messages.create({ model: "claude-opus-4-7", max_tokens: 1024, tools, messages });
  if (stop_reason !== "tool_use") return content;
  const next = [...messages, { role: "assistant" as const, content }, { role: "user" as const, content: await answerAll(content) }];
  return answer(client, next, baseUrl);
}
