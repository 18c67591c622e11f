import { checkInput } from "./check-input.ts";
import type { ForwardedCall, Tool } from "./tool.ts";

/** The call that is executed: a call of the tool that `tool` forwards to, or of `tool` itself. `undefined`: the tool to forward to does not exist, and nothing is executed. */
export function executedCall(tool: Tool, input: unknown): ForwardedCall | undefined {
  return tool.forward === undefined ? { tool, input } : tool.forward(input);
}

/**
 * Whether calls of a tool require approval: a boolean, or a function of the input for a tool that forwards calls, since the called tool
 * decides. No approval is required for a call with invalid arguments, which fails in any case.
 */
export function approvalOf(tool: Tool): boolean | ((input: unknown) => boolean) {
  if (tool.approval === "none" || tool.forward === undefined) return tool.approval === "required";
  return (input) => {
    const call = executedCall(tool, input);
    return call?.tool.approval === "required" && checkInput(call.tool, call.input).issues === undefined;
  };
}
