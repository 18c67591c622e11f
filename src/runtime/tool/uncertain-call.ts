import { idempotentMethods } from "../http/retry.ts";
import { ToolError, type ToolErrorCode } from "../tool-error.ts";
import type { Tool } from "./tool.ts";

const uncertain: readonly ToolErrorCode[] = ["timeout", "network-error"];

/**
 * The error of a failed call. If the call may have been carried out, and must not be repeated in this case, the message says so, and names
 * the tool with which a model can find out. All transports have this from here.
 */
export function withAdvice(error: unknown, { name, binding, annotations, reader }: Tool): unknown {
  if (!(error instanceof ToolError) || !error.sent || !uncertain.includes(error.code)) return error;
  const isRepeatable = binding.transport === "http" ? idempotentMethods.includes(binding.method) : binding.transport === "client";
  if (isRepeatable || annotations.readOnly || annotations.idempotent) return error;
  const advice = ` Do not repeat it${reader === undefined ? "" : `; look first with \`${reader}\``}.`;
  return new ToolError(error.code, `${error.message} The request was sent and may have been carried out.${advice}`, {
    tool: name,
    sent: true,
    details: { ...error.details, advice },
    cause: error.cause,
  });
}
