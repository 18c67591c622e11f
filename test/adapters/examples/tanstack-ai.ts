import { type AnyTextAdapter, chat } from "@tanstack/ai";
import { tanstackAi } from "toolsetc/tanstack-ai";
import { device, weather } from "../../../generated/index.ts";

export function answer(adapter: AnyTextAdapter, content: string, baseUrl: string) {
  const tools = tanstackAi([...weather.allTools, ...device.allTools], { baseUrl });
  return chat({ adapter, tools, messages: [{ role: "user", content }] });
}
