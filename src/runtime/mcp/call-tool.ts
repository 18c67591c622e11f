import { withoutCredentials } from "../auth/without-credentials.ts";
import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { requireTrust } from "../environment/service-settings.ts";
import { isRecord, type UnknownRecord } from "../json.ts";
import { part } from "../part.ts";
import { ToolError } from "../tool-error.ts";
import { type Deadline, startDeadline } from "../transport/deadline.ts";
import { type Attempt, createAttempt, type PeerRequest } from "./attempt.ts";
import { checkDrift } from "./drift.ts";
import { firstRequest } from "./first-request.ts";
import { parameterHeaders } from "./parameter-headers.ts";
import { readResult } from "./read-result.ts";
import type { McpRequestOptions, McpSession } from "./session.ts";
import type { McpSessions } from "./sessions.ts";
import type { TaskRequests } from "./tasks.ts";
import { isHeaderMismatch, isLostSession, toToolError } from "./to-tool-error.ts";

/** Calls a tool of an MCP server and returns its output. */
export async function callTool(call: Call<McpBinding>, sessions: McpSessions): Promise<unknown> {
  const send: TaskRequests["send"] = async (each, request) => {
    const deadline = startDeadline(each);
    try {
      return await attemptCall(request, { call: each, sessions, deadline });
    } finally {
      deadline.stop();
    }
  };
  return call.binding.waiting ? part("tasks", call)(call, { send, toolCall, readResult }) : send(call, toolCall(call));
}

/** The request that calls the tool of `call`. */
function toolCall({ binding, input }: Call<McpBinding>): PeerRequest<unknown> {
  return { method: "tools/call", params: () => ({ name: binding.tool, arguments: input }), read: readResult };
}

interface Sending {
  readonly call: Call<McpBinding>;
  readonly sessions: McpSessions;
  readonly deadline: Deadline;
}

async function attemptCall<Read>(request: PeerRequest<Read>, sending: Sending, isRepeated = false): Promise<Read> {
  const { call, sessions, deadline } = sending;
  const attempt = createAttempt(call, deadline.signal);
  const open = () => deadline.within(sessions.of(call, () => firstRequest(attempt)));
  try {
    if (call.context.mcp === undefined) requireTrust(call);
    const session = await open();
    try {
      return await requestOn(session, request, attempt, deadline);
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
      return await requestOn(await open(), request, attempt, deadline);
    }
  } catch (error) {
    const failure = deadline.reason(attempt.sent) ?? toToolError(error, attempt);
    if (!(failure instanceof ToolError)) throw failure;
    // A call that has ended renews nothing more.
    const ended = (reason: unknown) => (deadline.signal.aborted ? false : Promise.reject(reason));
    if (!isRepeated && (await deadline.within(attempt.renew(failure)).catch(ended))) return attemptCall(request, sending, true);
    throw withoutCredentials(failure, attempt.redact);
  }
}

async function requestOn<Read>(
  session: McpSession,
  { method, params, read }: PeerRequest<Read>,
  attempt: Attempt,
  deadline: Deadline,
): Promise<Read> {
  const { call } = attempt;
  const leave = session.enter();
  try {
    const { onProgress } = call.context;
    const headers = method === "tools/call" ? await checkedHeaders(session, call, deadline) : {};
    const { signal } = deadline;
    const options = { signal, headers, ...(onProgress === undefined ? {} : { onprogress: progressOf(attempt, onProgress) }) };
    const message = { method, params: params(session.client) };
    return read(await deadline.within(Promise.race([session.request(attempt, message, options), attempt.failed])), attempt);
  } finally {
    leave();
  }
}

/** The headers that repeat arguments. Throws if the tool has changed since it was compiled. */
async function checkedHeaders(session: McpSession, call: Call<McpBinding>, deadline: Deadline): Promise<McpRequestOptions["headers"]> {
  const { drift } = call.context;
  const listed = await deadline.within(drift === "ignore" ? session.tools.known() : session.tools.current());
  if (listed !== undefined && drift !== "ignore") await checkDrift(listed, call);
  return session.usesParameterHeaders ? parameterHeaders(listed?.get(call.binding.tool)?.inputSchema, call.input) : {};
}

function progressOf({ call }: Attempt, onProgress: NonNullable<Call<McpBinding>["context"]["onProgress"]>): (progress: unknown) => void {
  return (notification) => {
    const { progress, total, message }: UnknownRecord = isRecord(notification) ? notification : {};
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
