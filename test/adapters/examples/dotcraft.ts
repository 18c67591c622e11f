import { dotcraft } from "toolsetc/dotcraft";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export function forDotCraft(baseUrl: string) {
  return dotcraft([getForecast, searchPlaces], {
    baseUrl,
    approve: ({ operation }) => (operation.startsWith("weather_") ? "acceptForSession" : "decline"),
  });
}
