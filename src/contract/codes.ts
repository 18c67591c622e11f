import type { Code } from "../diagnostic/diagnostic.ts";

export const outdatedLock: Code<{ toolset: string; what: string }> = {
  code: "outdated-lock",
  severity: "error",
  message: ({ toolset, what }) => `The lock of "${toolset}" is out of date: ${what}.`,
  help: "The lock is what a review has seen of the tools. Read what changed, run `toolsetc lock`, and commit what it writes.",
};
