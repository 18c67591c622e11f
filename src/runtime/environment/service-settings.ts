import type { Call } from "../call.ts";
import { part } from "../part.ts";
import { hasSetting } from "./has-setting.ts";

/** Throws if the toolset has its own certificates and the `fetch` in use would ignore them. */
export function requireTrust(call: Call<unknown>): void {
  if (hasSetting("tlsConfig", call)) part("certificates", call)(call);
}

/** The origin of a service in Service Directory; `undefined` for all other services. */
export function serviceOrigin(call: Call<unknown>): Promise<string | undefined> | undefined {
  return hasSetting("serviceDirectoryConfig", call) ? part("serviceDirectory", call)(call) : undefined;
}
