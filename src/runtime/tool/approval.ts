import { ToolError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { executedCall } from "./forward.ts";
import type { Tool } from "./tool.ts";

/** A call that requires approval. In the type, `name` determines the type of `input`. */
export type ApprovalRequest<Of extends Tool = Tool> =
  Of extends Tool<infer Input, unknown, infer Name>
    ? ["required"] extends [Of["approval"]]
      ? ApprovalRequestOf<Of, Name, Input>
      : never
    : never;

interface ApprovalRequestOf<Of, Name, Input> {
  readonly tool: Of;
  readonly name: Name;
  readonly toolCallId: string | undefined;
  /** The validated arguments. */
  readonly input: Input;
}

/** Decides on a call that requires approval. Any result other than `true` declines the call. */
export type Approve<Of extends Tool = Tool> = (request: ApprovalRequest<Of>) => boolean | Promise<boolean>;

/**
 * Throws if a call requires approval and is not approved. Invalid arguments throw before `approve` is called. Without `approve`, the call
 * is declined.
 */
export async function requireApproval(call: Omit<ApprovalRequest, "name">, approve: Approve | undefined): Promise<void> {
  const executed = executedCall(call.tool, call.input);
  if (executed === undefined || executed.tool.approval === "none") return;
  const { tool, input } = executed;
  const request: ApprovalRequest = { tool, name: tool.name, toolCallId: call.toolCallId, input };
  const { issues } = checkInput(tool, request.input);
  if (issues !== undefined) throw invalidArguments(tool.name, issues);
  if ((await approve?.(request)) === true) return;
  throw new ToolError("declined", "The call was not approved, and nothing was done.", { tool: tool.name, sent: false });
}
