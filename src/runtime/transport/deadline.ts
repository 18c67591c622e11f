import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/** The toolset's time for a call, all attempts together, and the caller's wish to end it. */
export interface Deadline {
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** The same work, but given up at the deadline: hooks need not look at a signal. */
  readonly within: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Milliseconds. */
  readonly left: () => number;
  /** Why the call has ended, if it has. */
  readonly reason: (sent: boolean) => ToolError | undefined;
  readonly stop: () => void;
}

/** Begins the time that a call has. Whoever starts it has to `stop` it. */
export function startDeadline(call: Pick<Call<unknown>, "tool" | "toolset" | "context">): Deadline {
  const { timeout } = call.toolset.connection;
  const { signal } = call.context;
  const start = Date.now();
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeout);
  const cancel = () => controller.abort();
  signal?.addEventListener("abort", cancel, { once: true });
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Error("The call has ended.")), { once: true });
  });
  // It may be refused between two waits.
  ended.catch(() => undefined);
  // A signal that has ended the call already, while a fake was asked, says so no more.
  if (signal?.aborted === true) cancel();
  return {
    signal: controller.signal,
    within: (work) => Promise.race([work, ended]),
    left: () => timeout - (Date.now() - start),
    reason: (sent) => {
      if (signal?.aborted === true) return new ToolError("cancelled", "The call was cancelled.", { tool: call.tool, sent });
      if (!isLate) return undefined;
      return new ToolError("timeout", `The call was not finished within ${timeout} ms.`, { tool: call.tool, sent, details: { timeout } });
    },
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    },
  };
}
