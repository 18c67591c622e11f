import { aiSdk } from "toolsetc/ai-sdk";
import { tools as deviceTools } from "../../../generated/toolsets/device/index.ts";
import { tools as weatherTools } from "../../../generated/toolsets/weather/index.ts";

export function forTrip(baseUrl: string) {
  const handlers = { device_get_location: () => ({ latitude: 59.9, longitude: 10.8 }) };
  return aiSdk([...weatherTools({ baseUrl }), ...deviceTools({ handlers })]);
}
