import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";

/** The description of a call that hooks receive. `security` has the alternative security requirements of the call. */
export function callInfo({ tool, toolset, context }: Call<unknown>, security: CallInfo["security"]): CallInfo {
  const { securitySchemes } = toolset.endpoint;
  return { tool, toolset: toolset.name, toolCallId: context.toolCallId, security, securitySchemes };
}
