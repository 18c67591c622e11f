import { isRecord } from "../json.ts";
import { ToolError, type ToolErrorCode } from "../tool-error.ts";

/** What a model or an end user may be told of a failed call: no secrets, no addresses, no answers of services, and nothing that only a developer can do. */
export function publicMessage(error: unknown): string {
  const found = toolErrorIn(error);
  if (found === undefined) return "The tool failed.";
  return isSetupError(found) ? "The tool is not available." : found.message;
}

/** Whether the program that offers the tool lacks something for it, which no other arguments make good. */
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
  // Some SDKs throw an error of their own with ours as its cause.
  let each = error;
  for (let depth = 0; depth < 8 && isRecord(each); depth++) {
    if (each instanceof ToolError) return each;
    each = each["cause"];
  }
  return undefined;
}
