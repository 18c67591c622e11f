import { aiSdk } from "toolsetc/ai-sdk";
import { device, weather } from "../../../generated/index.ts";

export function forTrip(baseUrl: string) {
  const handlers = { device_get_location: () => ({ latitude: 59.9, longitude: 10.8 }) };
  return aiSdk([...weather.tools({ baseUrl }), ...device.tools({ handlers })]);
}
