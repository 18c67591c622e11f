import type { Endpoint } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";

/** Whether the definition of a toolset, or the values of an environment, have a member such as `tlsConfig`. */
export function hasSetting(name: string, { toolset, context }: Pick<Call<unknown>, "toolset" | "context">): boolean {
  const { definition, environments }: Endpoint = toolset.endpoint;
  return [definition, ...Object.values(environments), context.environment].some((settings) =>
    Object.values(Object(settings)).some((member) => ownMember(member, name) !== undefined),
  );
}
