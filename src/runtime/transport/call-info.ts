import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";

/** The description of a call for hooks, with its alternative security requirements. */
export function callInfo({ tool, toolset, context }: Call<unknown>, security: CallInfo["security"]): CallInfo {
  const { securitySchemes } = toolset.endpoint;
  return { tool, toolset: toolset.name, toolCallId: context.toolCallId, security, securitySchemes };
}
