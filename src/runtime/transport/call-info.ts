import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";

/** What hooks are told of a call that needs one of the alternatives `security`. */
export function callInfo({ tool, toolset, context }: Call<unknown>, security: CallInfo["security"]): CallInfo {
  const { securitySchemes } = toolset.connection;
  return { tool, toolset: toolset.name, toolCallId: context.toolCallId, security, securitySchemes };
}
