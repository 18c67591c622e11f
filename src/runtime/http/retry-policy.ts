import type { RetryPolicy } from "../context.ts";
import { waitAfter } from "./retry.ts";

/** How requests are repeated. */
export interface RetryOptions {
  /** How often a request is sent at most. The default is 3; with 1, nothing is repeated. */
  readonly attempts?: number | undefined;
  /** The statuses after which a request is repeated. The default is 429 and 503. A request is also repeated after a broken connection. */
  readonly statuses?: readonly number[] | undefined;
  /** How many repetitions all calls with this policy make in a minute, at most. By default, there is no limit. */
  readonly budget?: number | undefined;
}

/** A value for the option `retries` of a call. All calls that have the same value share its budget. */
export function retryPolicy({ attempts, statuses, budget = Number.POSITIVE_INFINITY }: RetryOptions): RetryPolicy {
  let last: readonly number[] = [];
  return (error, attempt) => {
    const wait = waitAfter(error, attempt, attempts, statuses);
    if (wait === undefined || budget === Number.POSITIVE_INFINITY) return wait;
    last = last.filter((time) => time > Date.now() - 60_000);
    if (last.length >= budget) return undefined;
    last = [...last, Date.now()];
    return wait;
  };
}
