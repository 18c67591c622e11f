import { type AnyTextAdapter, chat } from "@tanstack/ai";
import { tanstackAi } from "toolsetc/tanstack-ai";
import { getLocation } from "../../../generated/toolsets/device/index.ts";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function answer(adapter: AnyTextAdapter, content: string, baseUrl: string) {
  const tools = tanstackAi([getForecast, searchPlaces, getLocation], { baseUrl });
  return chat({ adapter, tools, messages: [{ role: "user", content }] });
}
