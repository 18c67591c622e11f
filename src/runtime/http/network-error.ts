import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/** Only the system's code is told: messages of `fetch` hold addresses. Whether a request got through before it failed, nobody knows. */
export function networkError(error: unknown, call: Call<HttpBinding>): ToolError {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = typeof cause === "object" && cause !== null ? Reflect.get(cause, "code") : undefined;
  const code = typeof reason === "string" ? reason : "unknown";
  return new ToolError("network-error", `The service could not be reached (${code}).`, {
    tool: call.tool,
    sent: code !== "ECONNREFUSED" && code !== "ENOTFOUND",
    details: { reason: code },
  });
}
