import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { optionalPart, part } from "../part.ts";
import { unsentError } from "../tool-error.ts";

/** Stands for a value that differs by environment. */
export const environmentPlaceholder = "$env_var";

/** The value of a member of the toolset's definition in the chosen environment; `undefined` if the definition has no such member. */
export function definedMember(call: Call<unknown>, path: readonly string[]): unknown {
  const environments = optionalPart("environments", call);
  if (environments !== undefined) return environments(path, call);
  const { name, endpoint } = call.toolset;
  const { environment } = call.context;
  if (typeof environment === "string")
    throw unsentError("unknown-environment", `Toolset "${name}" has no environments.`, call.tool, { toolset: name, environments: [] });
  const value = memberAt(environment, path) ?? memberAt(endpoint.definition, path);
  return value === environmentPlaceholder ? part("environments", call) : value;
}

export function memberAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(ownMember, object);
}
