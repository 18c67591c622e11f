import type { Call } from "../call.ts";
import { hasSetting } from "../environment/has-setting.ts";
import { part } from "../part.ts";
import type { AppliedCredentials, Service } from "./found-credential.ts";

/** The credentials of a call; none if neither the document nor the definition requires any. */
export function callCredentials(call: Call<unknown>, service: Service): AppliedCredentials | Promise<AppliedCredentials> {
  const isOpen = service.security.every((requirement) => Object.keys(requirement).length === 0) && !usesDefinedScheme(call);
  return isOpen ? noCredentials : part("credentials", call).authenticate(call, service);
}

/** Whether the definition names a scheme, which replaces those of the document. */
export function usesDefinedScheme(call: Call<unknown>): boolean {
  return hasSetting("apiAuthentication", call);
}

export const noCredentials: AppliedCredentials = {
  schemes: [],
  apply: (target) => target,
  renew: async () => false,
  redact: (text) => text,
};
