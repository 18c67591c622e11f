import type { RetryPolicy } from "../context.ts";
import { ToolError } from "../tool-error.ts";
import type { Deadline } from "../transport/deadline.ts";

/** The idempotent methods (RFC 9110 §9.2.2), with QUERY. */
export const idempotentMethods: readonly string[] = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"];

/** Half of the maximum random wait before the first retry, in milliseconds. It doubles with each attempt. */
const halfWait = 125;

/**
 * Repeats an attempt until it succeeds or fails permanently; without a policy, it is made once. There is no retry if its wait would end after
 * the deadline.
 */
export async function withRetries<Value>(
  waitAfterFailure: RetryPolicy | undefined,
  deadline: Deadline,
  attempt: () => Promise<Value>,
): Promise<Value> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = waitAfterFailure?.(error, made);
      if (wait === undefined || wait >= deadline.remaining()) throw error;
      await sleep(wait, deadline);
    }
  }
}

/**
 * The wait in milliseconds before a retry after the attempt with the number `made`; `undefined` if the failure is permanent, or if that was
 * the last of `attempts`. An invalid response is not a reason to retry. The wait has a random part, so that many callers do not retry at
 * the same time.
 */
export function waitAfter(error: unknown, made: number, attempts = 3, statuses: readonly unknown[] = [429, 503]): number | undefined {
  if (made >= attempts || !(error instanceof ToolError)) return undefined;
  const { status, retryAfter, isPermanent } = error.details;
  const isTransient = error.code === "network-error" ? !isPermanent : error.code === "http-error" && statuses.includes(status);
  if (!isTransient) return undefined;
  return (typeof retryAfter === "number" ? retryAfter * 1000 : 0) + Math.random() * halfWait * 2 ** made;
}

/** Waits, unless the call ends before. */
async function sleep(milliseconds: number, deadline: Deadline): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await deadline.within(
      new Promise((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}
