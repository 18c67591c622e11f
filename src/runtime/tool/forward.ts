import { checkInput } from "./check-input.ts";
import type { ForwardedCall, Tool } from "./tool.ts";

/** The call that is executed: that of the tool that `tool` forwards to, or its own. `undefined`: it forwards to no tool, and nothing is executed. */
export function executedCall(tool: Tool, input: unknown): ForwardedCall | undefined {
  return tool.forward === undefined ? { tool, input } : tool.forward(input);
}

/**
 * What an SDK is given as the approval of a tool's calls. A tool that forwards calls requires it where the called tool does, which only
 * an SDK that asks for each call can be told; a call with invalid arguments cannot be made, so that nobody is asked.
 */
export function approvalOf(tool: Tool): boolean | ((input: unknown) => boolean) {
  if (tool.approval === "none" || tool.forward === undefined) return tool.approval === "required";
  return (input) => {
    const call = executedCall(tool, input);
    return call?.tool.approval === "required" && checkInput(call.tool.inputSchema, call.input).issues === undefined;
  };
}
