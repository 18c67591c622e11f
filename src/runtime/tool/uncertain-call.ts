import { changedError, ToolError } from "../tool-error.ts";
import type { Tool } from "./tool.ts";

/**
 * The error of a failed call. If the call may have been carried out, and must not be repeated in this case, the message says so, and names
 * the tool with which a model can find out. All transports have this from here. A client function is the program's own.
 */
export function withAdvice(error: unknown, { binding, annotations, reader }: Tool): unknown {
  const isUncertain = error instanceof ToolError && error.sent && /^(timeout|network-error)$/.test(error.code);
  if (!isUncertain || annotations.readOnly || annotations.idempotent || binding.transport === "client") return error;
  const advice = ` Do not repeat it${reader === undefined ? "" : `; look first with \`${reader}\``}.`;
  return changedError(error, {
    message: `${error.message} The request was sent and may have been carried out.${advice}`,
    details: { ...error.details, advice },
  });
}
