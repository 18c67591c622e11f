import type { Context } from "../context.ts";
import { unsentError } from "../tool-error.ts";
import type { ApprovalRequest, Approve } from "./approval.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { executedCall } from "./forward.ts";
import type { Tool } from "./tool.ts";
import { withExample } from "./with-example.ts";

/**
 * Makes a call for an SDK. Everything that an adapter gives to an SDK calls tools through this function, so it alone decides whether a call
 * that requires approval is made: `approve` is asked about this call and no other, and its answer is used once. Any answer other than
 * `true`, and a missing `approve`, decline the call. Invalid arguments throw before `approve` is asked.
 */
export async function makeCall(tool: Tool, input: unknown, context: Context, approve: Approve | undefined): Promise<unknown> {
  const request = approvalRequest(tool, input, context);
  if (request !== undefined && (await approve?.(request)) !== true)
    throw unsentError("declined", "The call was not approved, and nothing was done.", request.name);
  return tool.execute(input, context);
}

/** What `approve` is asked about a call; `undefined` if the call requires no approval. */
function approvalRequest(tool: Tool, given: unknown, { toolCallId }: Context): ApprovalRequest | undefined {
  const executed = executedCall(tool, given);
  if (executed === undefined || (tool.approval === "none" && executed.tool.approval === "none")) return undefined;
  const { name } = executed.tool;
  const checked = checkInput(executed.tool, executed.input, withExample);
  if (checked.issues !== undefined) throw invalidArguments(name, checked.issues);
  return { tool: executed.tool, name, toolCallId, input: checked.value };
}
