import { isRecord } from "../json.ts";
import { ToolError, type ToolErrorCode } from "../tool-error.ts";
import { reasonSentence } from "./service-reason.ts";

/** The message about a failed call for end users: without secrets, addresses, text from services, and hints for developers. */
export function publicMessage(error: unknown): string {
  const found = toolErrorIn(error);
  if (found === undefined) return "The tool failed.";
  if (isSetupError(found)) return "The tool is not available.";
  const { message, code, details } = found;
  const reason = code === "http-error" || code === "tool-failed" ? reasonSentence(details["reason"]) : "";
  return message.endsWith(reason) ? message.slice(0, message.length - reason.length) : message;
}

/** The same for models, with the reason that the service gives for rejecting the call, marked as text from the service. */
export function modelMessage(error: unknown): string {
  const found = toolErrorIn(error);
  return found === undefined || isSetupError(found) ? publicMessage(error) : found.message;
}

/** Whether the error is in the program's configuration of the tool, so that other arguments would not help. */
export function isSetupError({ code }: ToolError): boolean {
  return setupCodes.includes(code);
}

const setupCodes: readonly ToolErrorCode[] = [
  "unbound-client-function",
  "missing-environment",
  "unknown-environment",
  "missing-context-value",
  "missing-base-url",
  "invalid-base-url",
  "unresolved-service",
  "unsupported-tls",
  "missing-credentials",
  "token-request-failed",
  "authorization-failed",
];

function toolErrorIn(error: unknown): ToolError | undefined {
  // Some SDKs wrap a `ToolError` as the `cause` of their own error.
  let cause = error;
  for (let depth = 0; depth < 8 && isRecord(cause); depth++) {
    if (cause instanceof ToolError) return cause;
    cause = cause["cause"];
  }
  return undefined;
}
