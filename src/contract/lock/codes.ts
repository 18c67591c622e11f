import type { Code } from "../../diagnostic/diagnostic.ts";

export const outdatedLock: Code<{ toolset: string; what: string }> = {
  code: "outdated-lock",
  severity: "error",
  message: ({ toolset, what }) => `The lock of the toolset "${toolset}" is out of date: ${what}.`,
  help: "The lock contains the tools as they were last reviewed. Review the changes, run `toolsetc lock`, and commit what it writes.",
};
