import type { Context } from "../context.ts";
import { attachTool } from "../result/producing-tool.ts";
import { unsentError } from "../tool-error.ts";
import type { ForwardedCall, Tool } from "./tool.ts";

/**
 * The call that a call of `tool` executes: its own, unless `tool` forwards calls, and then the forwarded one. `undefined`: `tool` forwards
 * calls, but not this one, so that nothing is executed.
 */
export function executedCall(tool: Tool, input: unknown): ForwardedCall | undefined {
  return tool.forward === undefined ? { tool, input } : tool.forward(input);
}

/**
 * Makes the call that a tool without approval forwards. A tool that requires approval is not called: a user who allows all calls of the
 * forwarding tool would allow it too. `instead` is the name of the tool that calls it.
 */
export async function forwardCall(call: ForwardedCall, context: Context, instead: string): Promise<unknown> {
  const { name, approval } = call.tool;
  if (approval === "none") return forwardApprovedCall(call, context);
  throw unsentError("declined", `Nothing was done, since "${name}" needs approval. Call it with ${instead}.`, name);
}

/** Makes the call that a tool with `approval: "required"` forwards. */
export async function forwardApprovedCall({ tool, input }: ForwardedCall, context: Context): Promise<unknown> {
  const output = await tool.execute(input, context);
  attachTool(output, tool);
  return output;
}
