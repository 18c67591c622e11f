import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/** The toolset's time for a call, and the caller's wish to end it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** `work`, unless the time ends first. */
  within<Value>(work: Promise<Value>): Promise<Value>;
  /** The error of a call that has ended before its answer came; `undefined` if it has not. */
  reason(sent: boolean): ToolError | undefined;
  stop(): void;
}

export function startDeadline({ tool, toolset, context }: Call<unknown>): Deadline {
  const { timeout } = toolset.connection;
  const { signal } = context;
  const controller = new AbortController();
  let isLate = false;
  // The server is told the reason.
  const end = (reason: string) => controller.abort(reason);
  const timer = setTimeout(() => {
    isLate = true;
    end("The time for the call is over.");
  }, timeout);
  const cancel = () => end("The caller cancelled the call.");
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Error("The call has ended.")), { once: true });
  });
  // It may be refused between two waits.
  ended.catch(() => undefined);
  return {
    signal: controller.signal,
    within: (work) => {
      // Nobody waits for it once the time has ended.
      work.catch(() => undefined);
      return Promise.race([work, ended]);
    },
    reason(sent) {
      if (signal?.aborted === true) return new ToolError("cancelled", "The call was cancelled.", { tool, sent });
      if (!isLate) return undefined;
      return new ToolError("timeout", `The call was not finished within ${timeout} ms.`, { tool, sent, details: { timeout } });
    },
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    },
  };
}
