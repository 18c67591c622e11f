import { ToolError } from "../tool-error.ts";
import type { Deadline } from "../transport/deadline.ts";

/** The idempotent methods (RFC 9110 §9.2.2), with QUERY. */
const idempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"];

const maxRetries = 2;

/** The maximum random wait before the first retry, in milliseconds. It doubles with each retry. */
const firstWait = 250;

/**
 * Repeats an attempt until it succeeds or fails permanently. A request that is not idempotent is sent only once, and an invalid response is
 * not a reason to retry. There is no retry if its wait would end after the deadline.
 */
export async function withRetries<Value>(method: string, deadline: Deadline, attempt: () => Promise<Value>): Promise<Value> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = retries < maxRetries && idempotent.includes(method) ? waitAfter(error, retries) : undefined;
      if (wait === undefined || wait >= deadline.remaining()) throw error;
      await deadline.within(sleep(wait, deadline.signal));
    }
  }
}

/**
 * The wait before a retry in milliseconds; `undefined` if the failure is permanent. The wait has a random part, so that many callers do not
 * retry at the same time.
 */
function waitAfter(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ToolError)) return undefined;
  const { status, retryAfter, isPermanent } = error.details;
  const isTransient =
    error.code === "network-error" ? isPermanent !== true : error.code === "http-error" && (status === 429 || status === 503);
  if (!isTransient) return undefined;
  return (typeof retryAfter === "number" ? retryAfter * 1000 : 0) + Math.random() * firstWait * 2 ** retries;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
