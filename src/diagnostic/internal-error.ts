import type { Origin, Place } from "../source/tree.ts";
import { type Code, type Diagnostic, diagnostic } from "./diagnostic.ts";

/** The finding for a bug of the compiler that one toolset has met. Nothing hides it: no severity, no comment and no baseline. */
export const internalError: Code<{
  resource: string;
  name: string;
  /** What is not done with the resource: it is not `compiled`, not `compared` or not `formatted`. */
  done: string;
  error: string;
  frames: readonly string[];
}> = {
  code: "internal-error",
  severity: "error",
  message: ({ resource, name, done, error, frames }) =>
    `The ${resource} "${name}" is not ${done}, because of a bug in toolsetc: ${error}${frames.map((frame) => `, at ${frame}`).join("")}.`,
  help: "This is a bug in toolsetc, not in your project. Please report the message, with the version that `toolsetc --version` prints and, if you may share it, the document. All other toolsets are compiled; the files that former runs wrote for this one are kept, and are out of date.",
};

/** The finding for a bug of the formatter: the file keeps its text, and the others are formatted. */
export function formatterError(origin: Origin, unfaithful: string): Diagnostic {
  const error = `formatting would change ${unfaithful}`;
  return {
    ...diagnostic(internalError, { resource: "file", name: origin.tree.source.path, done: "formatted", error, frames: [] }, origin),
    help: "This is a bug in toolsetc, not in your file, which keeps its text. Please report the message, with the version that `toolsetc --version` prints and, if you may share it, the file. All other files are formatted.",
  };
}

/** The finding for a bug that the comparison of one toolset has met: its changes are unknown, and those of the others are reported. */
export function comparisonError(
  toolset: string,
  fault: { readonly error: string; readonly frames: readonly string[] },
  place: Place,
): Diagnostic {
  const params = { resource: "toolset", name: toolset, done: "compared", ...fault };
  return {
    ...diagnostic(internalError, params, place, { toolset }),
    help: "This is a bug in toolsetc, not in your project. Please report the message, with the version that `toolsetc --version` prints and, if you may share them, both versions of the document. Read the changes of this toolset yourself; those of all other toolsets are reported.",
  };
}

/** Whether a finding is about a bug of the compiler. */
export function isInternal({ code }: { readonly code: string }): boolean {
  return code === internalError.code;
}
