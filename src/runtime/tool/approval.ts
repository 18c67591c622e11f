import type { Tool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";

/** A call of a tool that needs an approval. */
export interface ApprovalRequest {
  readonly tool: Tool;
  readonly toolCallId: string | undefined;
  /** The arguments, which have passed the tool's check. */
  readonly input: unknown;
}

/** Decides on a call. Whatever is not `true` declines it. */
export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;

/** Throws unless the call may be made. Nobody is asked about arguments that the tool refuses; without `approve` there is nobody to ask. */
export async function requireApproval(request: ApprovalRequest, approve: Approve | undefined): Promise<void> {
  const { tool } = request;
  if (tool.approval === "none") return;
  const { issues } = checkInput(tool.inputSchema, request.input);
  if (issues !== undefined) throw invalidArguments(tool.name, issues);
  if ((await approve?.(request)) === true) return;
  throw new ToolError("declined", "The call was not approved, and nothing was done.", { tool: tool.name, sent: false });
}
