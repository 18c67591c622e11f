import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/** No connection came about, so nothing can have been sent. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** The server has shown a certificate that is not trusted, which comes before anything is sent; another attempt would end no better. */
const untrusted = /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Only the system's code is told: messages of `fetch` hold addresses. Whether a request got through before it failed, nobody knows. */
export function networkError(error: unknown, call: Call<unknown>): ToolError {
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined) ?? "unknown";
  const isLasting = untrusted.test(code);
  const message = isLasting ? `The service's certificate is not trusted (${code}).` : `The connection to the service failed (${code}).`;
  return new ToolError("network-error", message, {
    tool: call.tool,
    sent: !isLasting && !unconnected.includes(code),
    details: { reason: code, isLasting },
  });
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
