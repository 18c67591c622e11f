import { dotcraft } from "toolsetc/dotcraft";
import { weather } from "../../../generated/index.ts";

export function forDotCraft(baseUrl: string) {
  return dotcraft(weather.allTools, {
    baseUrl,
    approve: ({ operation }) => (operation.startsWith("weather_") ? "acceptForSession" : "decline"),
  });
}
