import { mapStrings } from "../json.ts";
import { changedError, type ToolError } from "../tool-error.ts";

/** Returns the error without credentials, which the service may have quoted. */
export function withoutCredentials(error: ToolError, redact: (text: string) => string): ToolError {
  const details = mapStrings(error.details, redact) as ToolError["details"]; // The cast is safe: `mapStrings` returns an object for an object.
  return changedError(error, { message: redact(error.message), details });
}
