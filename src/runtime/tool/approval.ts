import type { Tool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** A call of a tool that needs an approval. */
export interface ApprovalRequest {
  readonly tool: Tool;
  readonly toolCallId: string | undefined;
  /** The arguments, as the tool will get them once they have passed their check. */
  readonly input: unknown;
}

/** Decides on a call. Whatever is not `true` declines it. */
export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;

/** Throws unless the call may be made. Without `approve` there is nobody who approves. */
export async function requireApproval(request: ApprovalRequest, approve: Approve | undefined): Promise<void> {
  const { tool } = request;
  if (tool.approval === "none" || (await approve?.(request)) === true) return;
  throw new ToolError("declined", "The call was not approved, and nothing was done.", { tool: tool.name, sent: false });
}
