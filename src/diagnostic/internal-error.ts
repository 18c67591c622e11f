import type { Code } from "./diagnostic.ts";

/** The finding for a bug of the compiler that one toolset has met. Nothing hides it: no severity, no comment and no baseline. */
export const internalError: Code<{ resource: string; name: string; error: string; frames: readonly string[] }> = {
  code: "internal-error",
  severity: "error",
  message: ({ resource, name, error, frames }) =>
    `The ${resource} "${name}" is not compiled, because of a bug in toolsetc: ${error}${frames.map((frame) => `, at ${frame}`).join("")}.`,
  help: "This is a bug in toolsetc, not in your project. Please report the message, with the version that `toolsetc --version` prints and, if you may share it, the document. All other toolsets are compiled; the files that former runs wrote for this one are kept, and are out of date.",
};

/** Whether a finding is about a bug of the compiler. */
export function isInternal({ code }: { readonly code: string }): boolean {
  return code === internalError.code;
}
