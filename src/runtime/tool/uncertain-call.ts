import { changedError, ToolError } from "../tool-error.ts";
import type { Tool } from "./tool.ts";

/**
 * The error of a failed call that must not be repeated if it was carried out. If it may have been, the message says so, and names the tool
 * with which a model can find out. All transports have this from here.
 */
export function withAdvice(error: unknown, { reader }: Tool): unknown {
  if (!(error instanceof ToolError && error.sent && /^(timeout|network-error)$/.test(error.code))) return error;
  const advice = ` Do not repeat it${reader === undefined ? "" : `; look first with \`${reader}\``}.`;
  return changedError(error, {
    message: `${error.message} The request was sent and may have been carried out.${advice}`,
    details: { ...error.details, advice },
  });
}
