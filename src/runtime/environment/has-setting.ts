import type { Endpoint } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";

/** Whether the definition of a toolset, or the values of an environment, have a member such as `tlsConfig`. */
export function hasSetting(name: string, { toolset, context }: Pick<Call<unknown>, "toolset" | "context">): boolean {
  const { definition, environments }: Endpoint = toolset.endpoint;
  const has = (settings: unknown) => Object.values(Object(settings)).some((member) => ownMember(member, name) !== undefined);
  return has(definition) || Object.values(environments).some(has) || has(context.environment);
}
