import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { tryParseUrl } from "../try-parse-url.ts";
import { definedMember } from "./defined-member.ts";

/**
 * The origin of a Service Directory service, as the caller's `resolveService` returns it. It replaces the origin in the definition or the
 * document. The result is `undefined` if the definition has no `serviceDirectoryConfig`.
 */
export async function originInServiceDirectory(call: Call<unknown>): Promise<string | undefined> {
  const service = serviceName(call);
  if (service === undefined) return undefined;
  const { resolveService } = call.context;
  if (resolveService === undefined)
    throw unresolved(
      `is in Service Directory, which this library does not query. Pass a function \`resolveService\` that returns the origin of the service.`,
      call,
    );
  let resolved: string;
  try {
    resolved = await resolveService(service);
  } catch (cause) {
    throw unresolved("was not resolved: `resolveService` failed.", call, cause);
  }
  const address = tryParseUrl(resolved);
  const isOrigin = (address?.protocol === "https:" || address?.protocol === "http:") && address.href === `${address.origin}/`;
  if (address === undefined || !isOrigin)
    throw unresolved("was not resolved: `resolveService` must return an http or https origin, such as https://10.1.2.3:8443.", call);
  return address.origin;
}

function serviceName(call: Call<unknown>): string | undefined {
  for (const member of Object.keys(call.toolset.endpoint.definition)) {
    const service = definedMember(call, [member, "serviceDirectoryConfig", "service"]);
    if (typeof service === "string" && service !== "") return service;
  }
  return undefined;
}

function unresolved(problem: string, call: Call<unknown>, cause?: unknown): ToolError {
  const { name } = call.toolset;
  return new ToolError("unresolved-service", `The service of toolset "${name}" ${problem}`, {
    tool: call.tool,
    sent: false,
    details: { toolset: name },
    cause,
  });
}
