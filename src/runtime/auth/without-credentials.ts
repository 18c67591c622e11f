import { mapStrings } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** Returns the error without credentials, which the service may have quoted. */
export function withoutCredentials({ code, message, tool, sent, details, cause }: ToolError, redact: (text: string) => string): ToolError {
  const redacted = mapStrings(details, redact) as ToolError["details"]; // The cast is safe: `mapStrings` returns an object for an object.
  return new ToolError(code, redact(message), { tool, sent, details: redacted, cause });
}
