import type { HttpBinding, WaitingBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";
import { type Answer, answerOf, type Send } from "./answer.ts";
import { askUntilDone, timeToWait, usualWait } from "./ask-until-done.ts";
import { failedWork, stateOf } from "./state.ts";
import { begunWork, pollOf, redirectedPoll, type Work, workBegunBy } from "./work.ts";

/** How many redirects of one poll are followed. */
const maxRedirects = 5;

/**
 * Makes a call, and waits for its result if the service answers before it is done. The request of the call is made once: after that, only
 * the state is requested. When the time is over, the result is the last answer with `_waiting`, with which a later call goes on.
 */
export async function waitForResult(call: Call<HttpBinding>, send: Send): Promise<unknown> {
  const { waiting } = call.binding;
  // A tool that was written by hand may have no such member.
  if (!waiting) return send(call);
  const options = { waiting, send, end: Date.now() + timeToWait(waiting.seconds, call) };
  const { _waiting: handle, ...input } = call.input;
  if (handle !== undefined && waiting.style !== "repeat") {
    const work = begunWork.find(String(handle), call);
    return resultOf({ work, handle: String(handle), last: undefined }, { ...call, input }, options);
  }
  const answer = await answerOf(call, send);
  const state = stateOf(answer, waiting, "begun");
  if (state === "failed") throw failedWork(answer, waiting, call);
  // Without an id or an address at the same origin, there is nothing to ask for.
  const work = state === "pending" ? workBegunBy(answer, call) : undefined;
  return work === undefined ? answer.result : resultOf({ work, handle: undefined, last: answer }, call, options);
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
  const ask = () => poll(work, call, options);
  const isPending = (answer: Answer) => stateOf(answer, waiting, "polled") === "pending";
  const { last, isPending: isUnfinished } = await askUntilDone({ first, end, ask, isPending, waitBefore: usualWait }, call);
  if (isUnfinished || last === undefined) return unfinished({ work, handle, last }, call);
  if (stateOf(last, waiting, "polled") === "failed") throw failedWork(last, waiting, call);
  if (handle !== undefined) begunWork.forget(handle);
  return isRecord(last.result) ? last.result : { result: last.result };
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
      if (redirected === undefined || redirects === maxRedirects || work.style === "repeat") return error;
      next = redirected;
    }
  }
}

/** The result of a call that ends before the work: the last answer, with what a later call needs. */
function unfinished({ work, handle, last }: Begun, call: Call<HttpBinding>): unknown {
  const again = "The service is not done. Call again with the same arguments.";
  const _waiting = work.style === "repeat" ? again : (handle ?? begunWork.keep(work, call));
  return { ...(isRecord(last?.result) ? last.result : {}), ...(_waiting === undefined ? {} : { _waiting }) };
}
