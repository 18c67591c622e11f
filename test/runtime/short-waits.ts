import { afterEach, beforeEach } from "vitest";

/**
 * Lets the tests of a file, or of a `describe`, wait a twentieth of the time between two attempts or two polls, if it is below `limit`. By
 * default, that is what the library chose: it is less than the second that a service can ask for. How long it is, and whether it ends before
 * the deadline, is decided as ever.
 */
export function shortenWaits(limit = 1000): void {
  const { setTimeout } = globalThis;
  const shortened = (run: () => void, milliseconds = 0, ...values: unknown[]) =>
    setTimeout(run, milliseconds < limit && isWait(run) ? milliseconds / 20 : milliseconds, ...(values as []));
  beforeEach(() => {
    // What Node adds to the function, such as its form with promises, stays.
    globalThis.setTimeout = Object.assign(shortened, setTimeout);
  });
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
  });
}

/** Whether a timer only resolves a promise. Those that end calls have functions of their own. */
function isWait(run: () => void): boolean {
  return Function.prototype.toString.call(run).includes("[native code]");
}
