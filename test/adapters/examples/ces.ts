import { ces, type RunSessionResponse, type SessionInput } from "toolsetc/ces";
import { tools } from "../../../generated/toolsets/device/index.ts";

type RunSession = (inputs: readonly SessionInput[]) => Promise<RunSessionResponse>;

export function say(text: string, runSession: RunSession) {
  const locate = () => ({ latitude: 59.9, longitude: 10.8 });
  return ces(tools({ handlers: { device_get_location: locate } })).runTurn(runSession, [{ text }]);
}
