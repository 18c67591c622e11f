import type { HttpBinding, WaitingBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord } from "../json.ts";
import { changedError, sentError, ToolError, unsentError } from "../tool-error.ts";
import { type Answer, answerOf, type Send } from "./answer.ts";
import { failedWork, stateOf } from "./state.ts";
import { forgetWork, pollOf, redirectedPoll, rememberWork, type Work, workBegunBy, workOfHandle } from "./work.ts";

/** Half of the longest first wait between two polls, in milliseconds. It doubles with each poll, up to `maxWait`. */
const halfWait = 125;
/** The longest wait between two polls, in milliseconds, unless the service asks for a longer one. */
const maxWait = 10_000;
/** How many polls in a row may be lost, and how many redirects of one poll are followed. */
const maxLost = 5;

/**
 * Makes a call, and waits for its result if the service answers before it is done. The request of the call is made once: after that, only
 * the state is requested. When the time is over, the result is the last answer with `_waiting`, with which a later call goes on.
 */
export async function waitForResult(call: Call<HttpBinding>, send: Send): Promise<unknown> {
  const { waiting } = call.binding;
  // A tool that was written by hand may have no such member.
  if (!waiting) return send(call);
  const options = { waiting, send, end: Date.now() + timeFor(waiting, call) };
  const { _waiting: handle, ...input } = call.input;
  if (handle !== undefined && waiting.style !== "repeat") {
    const work = workOfHandle(String(handle), call);
    if (work !== undefined) return resultOf({ work, handle: String(handle), last: undefined }, { ...call, input }, options);
    const reason = "it is that of another tool or another process, or an hour old";
    throw unsentError("invalid-arguments", `The value of "_waiting" is unknown: ${reason}. Nothing was sent.`, call.tool);
  }
  const answer = await answerOf(call, send);
  const state = stateOf(answer, waiting, "begun");
  if (state === "failed") throw failedWork(answer, waiting, call);
  // Without an id or an address at the same origin, there is nothing to ask for.
  const work = state === "pending" ? workBegunBy(answer, call) : undefined;
  return work === undefined ? answer.result : resultOf({ work, handle: undefined, last: answer }, call, options);
}

/** The milliseconds that a call may take, with all of its polls. */
function timeFor({ seconds }: WaitingBinding, { context: { deadline }, toolset }: Call<HttpBinding>): number {
  return seconds === null ? (deadline ?? toolset.endpoint.timeout) : Math.min(deadline ?? Number.POSITIVE_INFINITY, seconds * 1000);
}

interface Waiting {
  readonly waiting: WaitingBinding;
  readonly send: Send;
  /** The time at which the call ends. */
  readonly end: number;
}

interface Begun {
  readonly work: Work;
  /** The handle with which a former call ended. */
  readonly handle: string | undefined;
  /** The last answer; `undefined` if a former call got it. */
  readonly last: Answer | undefined;
}

/** Polls until the work is done or the time is over. */
async function resultOf({ work, handle, last: first }: Begun, call: Call<HttpBinding>, options: Waiting): Promise<unknown> {
  const { waiting, end } = options;
  let [last, retryAfter, lost] = [first, first?.retryAfter, 0];
  // A later call asks at once.
  for (let made = first === undefined ? 0 : 1; ; made++) {
    const wait = made === 0 ? 0 : waitBefore(made, retryAfter);
    if (Date.now() + wait >= end) return unfinished({ work, handle, last }, call);
    await sleep(wait, call);
    const answer = await poll(work, call, options);
    if (answer instanceof ToolError) {
      lost += 1;
      if (lost > maxLost || !isLostForNow(answer)) throw unreadable(answer);
      const { retryAfter: asked } = answer.details;
      retryAfter = typeof asked === "number" ? asked : undefined;
      continue;
    }
    const state = stateOf(answer, waiting, "polled");
    if (state === "failed") throw failedWork(answer, waiting, call);
    if (state === "done") {
      if (handle !== undefined) forgetWork(handle);
      return isRecord(answer.result) ? answer.result : { result: answer.result };
    }
    [last, retryAfter, lost] = [answer, answer.retryAfter, 0];
  }
}

/** Requests the state once, and follows redirects to the same origin. Returns the `ToolError` of a poll that failed. */
async function poll(work: Work, call: Call<HttpBinding>, { send, end }: Waiting): Promise<Answer | ToolError> {
  const deadline = () => Math.max(1, Math.min(end - Date.now(), call.toolset.endpoint.timeout));
  let next = pollOf(work, call);
  for (let redirects = 0; ; redirects++) {
    let redirected: Call<HttpBinding> | undefined;
    try {
      return await answerOf({ ...next, context: { ...call.context, deadline: deadline() } }, send, (target, from) => {
        redirected = redirectedPoll(target, from, call);
      });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (redirected === undefined || redirects === maxLost || work.style === "repeat") return error;
      next = redirected;
    }
  }
}

/** The milliseconds before a poll. They have a random part, so that many callers do not ask at the same time. */
function waitBefore(made: number, retryAfter: number | undefined): number {
  return Math.max((retryAfter ?? 0) * 1000, Math.min(halfWait * 2 ** made, maxWait) * (0.5 + Math.random() / 2));
}

/** Waits, unless the caller's signal ends the call. */
async function sleep(milliseconds: number, { context: { signal }, tool }: Call<HttpBinding>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  try {
    await new Promise<void>((resolve) => {
      end = resolve;
      timer = setTimeout(resolve, milliseconds);
      signal?.addEventListener("abort", end);
      if (signal?.aborted === true) end();
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
  if (signal?.aborted === true) throw sentError("cancelled", "The call was cancelled.", tool);
}

/** Whether a poll that failed says nothing of the work, so that the next one may succeed. */
function isLostForNow({ code, details: { status, isPermanent } }: ToolError): boolean {
  if (code === "http-error") return status === 408 || status === 429 || Number(status) >= 500;
  return code === "timeout" || (code === "network-error" && isPermanent !== true);
}

/** The error of a call whose state cannot be read. The call was made: a model must not repeat it. */
function unreadable(error: ToolError): ToolError {
  if (error.code === "cancelled") return changedError(error, { sent: true });
  return changedError(error, {
    message: `The call was made, but the state of what it began could not be read. ${error.message}`,
    sent: true,
  });
}

/** The result of a call that ends before the work: the last answer, with what a later call needs. */
function unfinished({ work, handle, last }: Begun, call: Call<HttpBinding>): unknown {
  const again = "The service is not done. Call again with the same arguments.";
  const _waiting = work.style === "repeat" ? again : (handle ?? rememberWork(work, call));
  return { ...(isRecord(last?.result) ? last.result : {}), ...(_waiting === undefined ? {} : { _waiting }) };
}
