import { isRecord } from "../json.ts";
import { ToolError, type ToolErrorCode } from "../tool-error.ts";
import { reasonSentence } from "./service-reason.ts";

/** The message about a failed call for end users: without secrets, addresses, text from services, and hints for developers. */
export function publicMessage(error: unknown): string {
  const found = toolErrorIn(error);
  if (found === undefined) return "The tool failed.";
  if (isSetupError(found)) return "The tool is not available.";
  const { code, details } = found;
  const message = withoutAddresses(found);
  const { advice, reason } = details;
  const ending = code === "http-error" || code === "tool-failed" ? reasonSentence(reason) : typeof advice === "string" ? advice : "";
  return message.endsWith(ending) ? message.slice(0, message.length - ending.length) : message;
}

/**
 * The message about a failed call for models. It is the public message with the reason of the service, which is marked as text from the
 * service.
 */
export function modelMessage(error: unknown): string {
  const found = toolErrorIn(error);
  return found === undefined || isSetupError(found) ? publicMessage(error) : withoutAddresses(found);
}

/** The message without the addresses that it contains for developers: the origin of the service, and the target of a redirect. */
function withoutAddresses({ message, details: { origin, location } }: ToolError): string {
  const named = typeof origin === "string" ? message.replace(origin, "the service") : message;
  return typeof location === "string" ? named.replace(` to "${location}"`, "") : named;
}

/** Whether the error is in the program's configuration of the tool, so that a call with other arguments would fail too. */
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
