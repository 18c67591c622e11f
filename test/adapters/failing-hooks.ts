import type { OnError } from "../../src/runtime/tool/on-error.ts";

/** Hooks that fail themselves. A rejection that nobody takes ends the process, and in a test the run. */
export const failingHooks: readonly (readonly [how: string, onError: OnError])[] = [
  [
    "throws",
    () => {
      throw new Error("The log is full.");
    },
  ],
  [
    "rejects",
    async () => {
      throw new Error("The log is away.");
    },
  ],
];
