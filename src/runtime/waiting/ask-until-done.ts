import type { Call } from "../call.ts";
import { changedError, sentError, ToolError } from "../tool-error.ts";

/** Half of the longest first wait between two polls, in milliseconds. It doubles with each poll, up to `maxWait`. */
const halfWait = 125;
/** The longest wait between two polls, in milliseconds, unless the service asks for a longer one. */
const maxWait = 10_000;
/** How many polls in a row may be lost. */
const maxLost = 5;

/** How the state of work is requested that a call has begun. */
export interface Polling<Answer> {
  /** The answer of the call that began the work; `undefined` if a former call got it. */
  readonly first: Answer | undefined;
  /** The time at which the call ends. */
  readonly end: number;
  /** Requests the state once. Returns the error of a poll that failed. */
  readonly ask: () => Promise<Answer | ToolError>;
  readonly isPending: (answer: Answer) => boolean;
  /** The milliseconds before the next poll, after `made` answers of which the last asked to wait for `retryAfter` seconds. */
  readonly waitBefore: (made: number, retryAfter: number | undefined) => number;
}

/** The last answer, and whether the work is pending since the time is over. */
export interface Polled<Answer> {
  readonly last: Answer | undefined;
  readonly isPending: boolean;
}

/** Polls until the work is done or the time is over. A poll that fails for now is repeated, but not more than five times in a row. */
export async function askUntilDone<Answer extends { readonly retryAfter: number | undefined }>(
  { first, end, ask, isPending, waitBefore }: Polling<Answer>,
  call: Call<unknown>,
): Promise<Polled<Answer>> {
  let [last, retryAfter, lost] = [first, first?.retryAfter, 0];
  // A later call asks at once.
  for (let made = first === undefined ? 0 : 1; ; made++) {
    const wait = made === 0 ? 0 : waitBefore(made, retryAfter);
    if (Date.now() + wait >= end) return { last, isPending: true };
    await sleep(wait, call);
    const answer = await ask();
    if (answer instanceof ToolError) {
      lost += 1;
      if (lost > maxLost || !isLostForNow(answer)) throw unreadable(answer);
      const { retryAfter: asked } = answer.details;
      retryAfter = typeof asked === "number" ? asked : undefined;
      continue;
    }
    if (!isPending(answer)) return { last: answer, isPending: false };
    [last, retryAfter, lost] = [answer, answer.retryAfter, 0];
  }
}

/** The milliseconds that a call may take, with all of its polls: at most `seconds`, unless that is `null`. */
export function timeToWait(seconds: number | null, { context: { deadline }, toolset }: Call<unknown>): number {
  return seconds === null ? (deadline ?? toolset.endpoint.timeout) : Math.min(deadline ?? Number.POSITIVE_INFINITY, seconds * 1000);
}

/** The milliseconds before a poll. They have a random part, so that many callers do not ask at the same time. */
export function usualWait(made: number, retryAfter: number | undefined): number {
  return Math.max((retryAfter ?? 0) * 1000, Math.min(halfWait * 2 ** made, maxWait) * (0.5 + Math.random() / 2));
}

/** Waits, unless the caller's signal ends the call. */
async function sleep(milliseconds: number, { context: { signal }, tool }: Call<unknown>): Promise<void> {
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
export function isLostForNow({ code, details: { status, isPermanent } }: ToolError): boolean {
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
