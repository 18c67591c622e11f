import type { Call } from "../call.ts";
import { isObject } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** No connection came about, so nothing can have been sent. Other codes say so only with the system call that failed. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];
const connecting: readonly unknown[] = ["connect", "getaddrinfo"];

/** The server has shown a certificate that is not trusted, which comes before anything is sent. */
const untrusted = /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Only the system's code is told: messages of `fetch` hold addresses. Whether a request got through before it failed, nobody knows. */
export function networkError(error: unknown, call: Call<unknown>): ToolError {
  const cause = codeOf(error) === undefined && error instanceof Error ? error.cause : error;
  // WHATWG Fetch §2.9 has ports that are never connected to; Node says so without a code.
  const code = cause instanceof Error && cause.message === "bad port" ? "bad port" : (codeOf(cause) ?? "unknown");
  const lasting = lastingFailure(code);
  return new ToolError("network-error", `${lasting ?? "The connection to the service failed"} (${code}).`, {
    tool: call.tool,
    sent: lasting === undefined && !unconnected.includes(code) && !connecting.includes(systemCallOf(cause)),
    details: { reason: code, isLasting: lasting !== undefined },
  });
}

/** What comes before anything is sent, and will again: another attempt would end no better. */
function lastingFailure(code: string): string | undefined {
  if (untrusted.test(code)) return "The service's certificate is not trusted";
  if (code === "bad port") return "The service's address has a port that `fetch` never connects to";
  return code === "ERR_SSL_WRONG_VERSION_NUMBER" ? "The service does not speak TLS" : undefined;
}

/** Of a host with several addresses, each attempt has an error of its own. */
function systemCallOf(cause: unknown): unknown {
  if (!isObject(cause)) return undefined;
  const { syscall, errors } = cause;
  return Array.isArray(errors) ? systemCallOf(errors[0]) : syscall;
}

function codeOf(error: unknown): string | undefined {
  const code = isObject(error) ? error["code"] : undefined;
  return typeof code === "string" ? code : undefined;
}
