import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";

/** The description of a call, with its credentials, that hooks receive. */
export function callInfo({ tool, toolset, context }: Call<unknown>, credentials: Pick<CallInfo, "security" | "usedSchemes">): CallInfo {
  const { securitySchemes } = toolset.endpoint;
  return { tool, toolset: toolset.name, toolCallId: context.toolCallId, ...credentials, securitySchemes };
}
