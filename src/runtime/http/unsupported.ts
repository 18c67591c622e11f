import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { type ToolError, unsentError } from "../tool-error.ts";

/** The error of a call that cannot be expressed as a request. */
export function unsupportedRequest(message: string, call: Call<HttpBinding>): ToolError {
  return unsentError("unsupported-request", message, call.tool, { method: call.binding.method });
}
