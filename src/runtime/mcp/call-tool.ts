import { withoutCredentials } from "../auth/without-credentials.ts";
import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { requireTrust } from "../environment/service-settings.ts";
import { ToolError } from "../tool-error.ts";
import { type Deadline, startDeadline } from "../transport/deadline.ts";
import { type Attempt, createAttempt } from "./attempt.ts";
import { checkDrift } from "./drift.ts";
import { firstRequest } from "./first-request.ts";
import { parameterHeaders } from "./parameter-headers.ts";
import { readResult } from "./read-result.ts";
import type { McpSession } from "./session.ts";
import type { McpSessions } from "./sessions.ts";
import { isHeaderMismatch, isLostSession, toToolError } from "./to-tool-error.ts";

/** Calls a tool of an MCP server and returns its output. */
export async function callTool(call: Call<McpBinding>, sessions: McpSessions): Promise<unknown> {
  const deadline = startDeadline(call);
  try {
    return await attemptCall(call, sessions, deadline);
  } finally {
    deadline.stop();
  }
}

async function attemptCall(call: Call<McpBinding>, sessions: McpSessions, deadline: Deadline, isRepeated = false): Promise<unknown> {
  const attempt = createAttempt(call, deadline.signal);
  const open = () => deadline.within(sessions.of(call, () => firstRequest(attempt)));
  try {
    if (call.context.mcp === undefined) requireTrust(call);
    const session = await open();
    try {
      return await callOn(session, attempt, deadline);
    } catch (error) {
      const needsOtherHeaders = session.usesParameterHeaders && isHeaderMismatch(error);
      if (!needsOtherHeaders && (!session.hasServerState() || !isLostSession(error))) throw error;
      // A server that rejected the session or the headers that repeat arguments has not executed the call, so the call is repeated.
      attempt.sent = false;
      if (needsOtherHeaders) {
        session.tools.forget();
        await deadline.within(session.tools.current());
      }
      // MCP 2025-11-25, Transports: after a lost session, the client must start a new one.
      else sessions.drop(session);
      return await callOn(await open(), attempt, deadline);
    }
  } catch (error) {
    const failure = deadline.reason(attempt.sent) ?? toToolError(error, attempt);
    if (!(failure instanceof ToolError)) throw failure;
    // A call that has ended renews nothing more.
    const ended = (reason: unknown) => (deadline.signal.aborted ? false : Promise.reject(reason));
    if (!isRepeated && (await deadline.within(attempt.renew(failure)).catch(ended))) return attemptCall(call, sessions, deadline, true);
    throw withoutCredentials(failure, attempt.redact);
  }
}

async function callOn(session: McpSession, attempt: Attempt, deadline: Deadline): Promise<unknown> {
  const { call } = attempt;
  const leave = session.enter();
  try {
    const { drift, onProgress } = call.context;
    const listed = await deadline.within(drift === "ignore" ? session.tools.known() : session.tools.current());
    if (listed !== undefined && drift !== "ignore") await checkDrift(listed, call);
    const { tool } = call.binding;
    const headers = session.usesParameterHeaders ? parameterHeaders(listed?.get(tool)?.inputSchema, call.input) : {};
    const { signal } = deadline;
    const options = { signal, headers, ...(onProgress === undefined ? {} : { onprogress: progressOf(attempt, onProgress) }) };
    const params = { name: tool, arguments: call.input };
    const result = await deadline.within(Promise.race([session.request(attempt, params, options), attempt.failed]));
    return readResult(result, attempt);
  } finally {
    leave();
  }
}

function progressOf({ call }: Attempt, onProgress: NonNullable<Call<McpBinding>["context"]["onProgress"]>): (progress: unknown) => void {
  return (notification) => {
    const { progress, total, message }: { progress?: unknown; total?: unknown; message?: unknown } =
      typeof notification === "object" && notification !== null ? notification : {};
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
