import { checkInput } from "./check-input.ts";
import type { ForwardedCall, Tool } from "./tool.ts";

/**
 * The call that is executed: a call of the tool to which `tool` forwards the call, or else of `tool` itself. The result is `undefined` if
 * the tool to which the call is forwarded does not exist, so that nothing is executed.
 */
export function executedCall(tool: Tool, input: unknown): ForwardedCall | undefined {
  return tool.forward === undefined ? { tool, input } : tool.forward(input);
}

/**
 * Whether calls of a tool require approval. For a tool that forwards calls, the result is a function of the input, since the called tool
 * decides. No approval is required for a call with invalid arguments, which fails in any case.
 */
export function approvalOf(tool: Tool): boolean | ((input: unknown) => boolean) {
  if (tool.approval === "none" || tool.forward === undefined) return tool.approval === "required";
  return (input) => {
    const call = executedCall(tool, input);
    return call?.tool.approval === "required" && checkInput(call.tool, call.input).issues === undefined;
  };
}
