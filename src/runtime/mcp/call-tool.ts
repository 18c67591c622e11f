import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { requireTrust } from "../environment/certificates.ts";
import { ToolError } from "../tool-error.ts";
import { callInfo } from "../transport/call-info.ts";
import { type Deadline, startDeadline } from "../transport/deadline.ts";
import { type Attempt, createAttempt } from "./attempt.ts";
import { checkDrift } from "./drift.ts";
import { firstRequest } from "./first-request.ts";
import { readResult } from "./read-result.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import { isLostSession, toToolError } from "./to-tool-error.ts";

/** Calls a tool of an MCP server and gives its output. */
export async function callTool(call: Call<McpBinding>, sessions: Sessions): Promise<unknown> {
  const deadline = startDeadline(call);
  const attempt = createAttempt(call, callInfo(call, []));
  const open = () => deadline.within(sessions.of(call, () => firstRequest(attempt)));
  try {
    if (call.context.mcp === undefined) requireTrust(call);
    const session = await open();
    try {
      return await callOn(session, attempt, deadline);
    } catch (error) {
      if (!session.isRemembered() || !isLostSession(error)) throw error;
      // A server that does not know the session has done nothing. MCP 2025-11-25, Transports: the client begins a new one.
      sessions.drop(session);
      attempt.sent = false;
      return await callOn(await open(), attempt, deadline);
    }
  } catch (error) {
    const failure = deadline.reason(attempt.sent) ?? toToolError(error, attempt);
    // A token that was fetched for this server is not used again.
    if (failure instanceof ToolError && failure.details["status"] === 401) await attempt.refused().catch(() => undefined);
    throw failure;
  } finally {
    deadline.stop();
  }
}

async function callOn(session: Session, attempt: Attempt, deadline: Deadline): Promise<unknown> {
  const { call } = attempt;
  const leave = session.enter();
  try {
    if (call.context.drift !== "ignore") checkDrift(await deadline.within(session.tools.current(call.toolset.connection.timeout)), call);
    const params = { name: call.binding.tool, arguments: call.input };
    const { signal } = deadline;
    const options =
      call.context.onProgress === undefined ? { signal } : { signal, onprogress: progressOf(attempt, call.context.onProgress) };
    const result = await deadline.within(Promise.race([session.request(attempt, params, options), attempt.failed]));
    return readResult(result, call);
  } finally {
    leave();
  }
}

function progressOf({ call }: Attempt, onProgress: NonNullable<Call<McpBinding>["context"]["onProgress"]>): (progress: unknown) => void {
  return (said) => {
    const { progress, total, message }: { progress?: unknown; total?: unknown; message?: unknown } =
      typeof said === "object" && said !== null ? said : {};
    if (typeof progress !== "number") return;
    onProgress({
      tool: call.tool,
      toolCallId: call.context.toolCallId,
      progress,
      total: typeof total === "number" ? total : undefined,
      message: typeof message === "string" ? message : undefined,
    });
  };
}
