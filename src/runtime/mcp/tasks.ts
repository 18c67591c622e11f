import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord, ownMember } from "../json.ts";
import { reasonSentence, serviceReason } from "../result/service-reason.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import { sentError, ToolError } from "../tool-error.ts";
import { askUntilDone, isLostForNow, timeToWait, usualWait } from "../waiting/ask-until-done.ts";
import { createHandles, type Handles, maxHandleAge } from "../waiting/handles.ts";
import type { Attempt, PeerRequest } from "./attempt.ts";
import type { McpClient } from "./peer.ts";

/** How a task is begun and asked for. */
export interface TaskRequests {
  /** Sends one request of a call, and returns what it reads of the result. */
  readonly send: <Read>(call: Call<McpBinding>, request: PeerRequest<Read>) => Promise<Read>;
  /** The request that calls the tool. */
  readonly toolCall: (call: Call<McpBinding>) => PeerRequest<unknown>;
  /** Reads the result of a tool. */
  readonly readResult: (result: unknown, attempt: Attempt) => unknown;
}

/** The state of a task, by the last answer of the server. */
interface TaskState {
  readonly taskId: string;
  readonly status: string;
  /** The seconds that the server asks to wait between two polls. */
  readonly retryAfter: number | undefined;
  /** What the server says of a task that was cancelled. */
  readonly reason?: string | undefined;
  /** The output of the tool, once it is there. */
  readonly output?: { readonly value: unknown };
}

/** The identifiers of tasks that calls have begun and that were not done at the end of the call. */
const begunTasks: Handles<string> = /* @__PURE__ */ createHandles();

/** The milliseconds that a cancelled call waits until the server knows of it. */
const cancelTime = 2000;

/**
 * Calls a tool that the server executes only as a task (MCP 2025-11-25, Tasks), and waits for its result. The tool is called once: after
 * that, only the state of the task is requested. When the time is over, the result is `_waiting`, with which a later call goes on.
 */
export async function callTask(given: Call<McpBinding>, requests: TaskRequests): Promise<unknown> {
  const { send, toolCall, readResult } = requests;
  const { _waiting: handle, ...input } = given.input;
  const call = { ...given, input, inputSchema: withoutHandle(given.inputSchema) };
  const start = Date.now();
  const end = start + timeToWait(given.binding.waiting?.seconds ?? null, given);
  const times = { end, latest: Math.max(end, start + timeToWait(null, given)) };
  if (handle !== undefined) {
    const taskId = begunTasks.find(String(handle), given);
    return resultOf({ taskId, handle: String(handle), first: undefined, ...times }, call, requests);
  }
  const { params, ...request } = toolCall(call);
  const begun = await send(call, {
    ...request,
    // A server that does not declare tasks, as all of later revisions, answers with the result.
    params: (client) => ({ ...params(client), ...(declaresTasks(client) ? { task: { ttl: maxHandleAge } } : {}) }),
    read: (result, attempt) => stateIn(ownMember(result, "task")) ?? { output: { value: readResult(result, attempt) } },
  });
  if (!("taskId" in begun)) return begun.output.value;
  return resultOf({ taskId: begun.taskId, handle: undefined, first: begun, ...times }, call, requests);
}

/** MCP 2025-11-25, Tasks, Capability Negotiation: only a server that declares tasks accepts them, whatever its tools say. */
function declaresTasks(client: McpClient): boolean {
  return client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
}

interface BegunTask {
  readonly taskId: string;
  /** The handle with which a former call ended. */
  readonly handle: string | undefined;
  /** The state with which the task began; `undefined` if a former call began it. */
  readonly first: TaskState | undefined;
  /** The time at which the call no longer waits. */
  readonly end: number;
  /** The time until which it may read a result that is there. */
  readonly latest: number;
}

/** Polls until the task is done or the time is over. */
async function resultOf(task: BegunTask, call: Call<McpBinding>, { send, readResult }: TaskRequests): Promise<unknown> {
  const { taskId, handle, first, end, latest } = task;
  const params = () => ({ taskId });
  const until = (time: number) => {
    const deadline = Math.max(1, Math.min(time - Date.now(), call.toolset.endpoint.timeout));
    return { ...call, context: { ...call.context, deadline } };
  };

  async function ask(): Promise<TaskState | ToolError> {
    let state: TaskState;
    try {
      state = await send(until(end), { method: "tasks/get", params, read: readState });
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
    if (state.status === "working") return state;
    if (state.status === "cancelled")
      throw sentError("tool-failed", `The server has cancelled the task.${reasonSentence(state.reason)}`, call.tool, {
        reason: state.reason,
      });
    try {
      // The result of a task that needs input arrives only once the client has answered.
      const time = state.status === "input_required" ? end : latest;
      return { ...state, output: { value: await send(until(time), { method: "tasks/result", params, read: readResult }) } };
    } catch (error) {
      if (error instanceof ToolError && isLostForNow(error)) return error;
      throw error;
    }
  }

  try {
    // The server knows how long its tasks take, so its interval replaces the usual one.
    const waitBefore = (made: number, interval: number | undefined) => (interval ? interval * 1000 : usualWait(made, undefined));
    const isPending = ({ output }: TaskState) => output === undefined;
    const { last } = await askUntilDone({ first, end, ask, isPending, waitBefore }, call);
    if (last?.output !== undefined) {
      if (handle !== undefined) begunTasks.forget(handle);
      return last.output.value;
    }
  } catch (error) {
    if (call.context.signal?.aborted === true) {
      const context = { ...call.context, signal: undefined, deadline: cancelTime };
      await send({ ...call, context }, { method: "tasks/cancel", params, read: () => undefined }).catch(() => undefined);
    }
    throw error;
  }
  const _waiting = handle ?? begunTasks.keep(taskId, call);
  return _waiting === undefined ? {} : { _waiting };
}

/** Reads the answer of `tasks/get`. */
function readState(result: unknown, { call, redact }: Attempt): TaskState {
  const state = stateIn(result);
  if (state === undefined) throw sentError("invalid-response", "The server's response to tasks/get is not a task.", call.tool);
  const text = ownMember(result, "statusMessage");
  const isTold = state.status === "cancelled" && typeof text === "string" && call.context.errors !== "status";
  return isTold ? { ...state, reason: serviceReason(text, redact) } : state;
}

function stateIn(task: unknown): TaskState | undefined {
  if (!isRecord(task)) return undefined;
  const { taskId, status, pollInterval } = task;
  if (typeof taskId !== "string" || typeof status !== "string") return undefined;
  return { taskId, status, retryAfter: typeof pollInterval === "number" ? pollInterval / 1000 : undefined };
}

const withoutHandles = /* @__PURE__ */ new WeakMap<object, StandardSchema<unknown>>();

/** The input schema of the tool on the server, which has no `_waiting`. It stays the same object, with which the server's is compared once. */
function withoutHandle(schema: StandardSchema<unknown>): StandardSchema<unknown> {
  const known = withoutHandles.get(schema);
  if (known !== undefined) return known;
  const standard = schema["~standard"];
  const input: (typeof standard)["jsonSchema"]["input"] = (options) => {
    const { properties, ...others } = standard.jsonSchema.input(options);
    const { _waiting: _handle, ...own } = isRecord(properties) ? properties : {};
    return { ...others, properties: own };
  };
  const without = { "~standard": { ...standard, jsonSchema: { ...standard.jsonSchema, input } } };
  withoutHandles.set(schema, without);
  return without;
}
