import type { BodyBinding, HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { unsentError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";

/** The value of the body of a call; `undefined` if the call has no body. Throws if the method cannot have one. */
export function bodyValue(call: Call<HttpBinding>, { from, required }: BodyBinding): unknown {
  const value = "input" in from ? sourceValue(from, call) : membersValue(from.members, required, call);
  const { method } = call.binding;
  if (value !== undefined && (method === "GET" || method === "HEAD"))
    throw unsentError("unsupported-request", `A ${method} request cannot have a body: \`fetch\` does not send it.`, call.tool, { method });
  return value;
}

type Members = Extract<BodyBinding["from"], { readonly members: unknown }>["members"];

function membersValue(members: Members, isRequired: boolean, call: Call<HttpBinding>): { readonly [name: string]: unknown } | undefined {
  const given = members.map(({ name, from }) => [name, sourceValue(from, call)] as const).filter(([, value]) => value !== undefined);
  return given.length === 0 && !isRequired ? undefined : Object.fromEntries(given);
}
