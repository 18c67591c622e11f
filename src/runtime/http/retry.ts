import { ToolError } from "../tool-error.ts";
import type { Deadline } from "../transport/deadline.ts";

/** RFC 9110 §9.2.2, and QUERY: such a request does twice what it does once. */
const idempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"];

const maxRetries = 2;

/** Milliseconds that the first wait is at most; each further one doubles it. */
const firstWait = 250;

/**
 * Makes attempts until one succeeds or fails for good: a request that is not idempotent is sent once, and an answer is never asked
 * for again because it is wrong. A wait that would not end before the deadline is not begun.
 */
export async function withRetries<Value>(method: string, deadline: Deadline, attempt: () => Promise<Value>): Promise<Value> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = retries < maxRetries && idempotent.includes(method) ? waitAfter(error, retries) : undefined;
      if (wait === undefined || wait >= deadline.left()) throw error;
      await deadline.within(sleep(wait, deadline.signal));
    }
  }
}

/** Milliseconds, or `undefined` if another attempt would end no better. The part by chance keeps many callers from coming back at once. */
function waitAfter(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ToolError)) return undefined;
  const { status, retryAfter, isLasting } = error.details;
  const isPassing = error.code === "network-error" ? isLasting !== true : error.code === "http-error" && (status === 429 || status === 503);
  if (!isPassing) return undefined;
  return (typeof retryAfter === "number" ? retryAfter * 1000 : 0) + Math.random() * firstWait * 2 ** retries;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
