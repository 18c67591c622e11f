import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/** Ends a call when the caller's signal aborts, or when its deadline or the toolset's timeout expires. That applies to all attempts together. */
export interface Deadline {
  /** Aborts when the call ends. */
  readonly signal: AbortSignal;
  /** Waits for `work`, but rejects when the call ends, since `work` may ignore the signal. */
  readonly within: <Value>(work: Promise<Value>) => Promise<Value>;
  /** The time until the timeout, in milliseconds. */
  readonly remaining: () => number;
  /** The error with which the call ended; `undefined` if the call has not ended. */
  readonly reason: (sent: boolean) => ToolError | undefined;
  readonly stop: () => void;
}

/** Starts the timeout of a call. The caller must call `stop` when the call is finished. */
export function startDeadline(call: Pick<Call<unknown>, "tool" | "toolset" | "context">): Deadline {
  const { signal, deadline: timeout = call.toolset.endpoint.timeout } = call.context;
  const start = Date.now();
  const controller = new AbortController();
  let end: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    end = () => {
      // Without a value, which nobody sees: callers throw what `reason` returns.
      reject();
      controller.abort();
    };
  });
  // Without a handler, a rejection while nothing awaits `ended` would end the process.
  ended.catch(() => undefined);
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      end();
      // Timers end at once if the time has more than 31 bits.
    },
    Math.min(timeout, 0x7fffffff),
  );
  // `controller.signal` has no listener that rejects `ended`: Node keeps the signal of a request until the request is released, and `ended`
  // refers to all that waited for it, such as the request and the result. They would keep each other for ever.
  signal?.addEventListener("abort", end);
  // A signal that is already aborted dispatches no further event.
  if (signal?.aborted === true) end();
  return {
    signal: controller.signal,
    within: (work) => Promise.race([work, ended]),
    remaining: () => timeout - (Date.now() - start),
    reason: (sent) => {
      if (signal?.aborted === true) return new ToolError("cancelled", "The call was cancelled.", { tool: call.tool, sent });
      if (!isLate) return undefined;
      return new ToolError("timeout", `The call was not finished within ${timeout} ms.`, { tool: call.tool, sent, details: { timeout } });
    },
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    },
  };
}
