import type { Call } from "../call.ts";
import { isRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** No connection came about, so nothing can have been sent. Other codes say so only with the system call that failed. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];
const connecting: readonly unknown[] = ["connect", "getaddrinfo"];

/** The server has shown a certificate that is not trusted, which comes before anything is sent. */
const untrusted = /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Only the system's code is told: messages of `fetch` hold addresses. Whether a request got through before it failed, nobody knows. */
export function networkError(error: unknown, call: Call<unknown>): ToolError {
  // Not by `instanceof`: in a realm of its own, a program has other classes than its `fetch`.
  const cause = isRecord(error) && codeOf(error) === undefined ? (error["cause"] ?? error) : error;
  const code = codeOf(cause) ?? codeOfMessage(cause);
  const lasting = lastingFailure(code);
  const isUnsent = lasting !== undefined || unconnected.includes(code) || connecting.includes(systemCallOf(cause)) || isConnecting(cause);
  const why = code === "unknown" ? ", and the runtime does not say why" : "";
  return new ToolError("network-error", `${lasting ?? `The connection to the service failed${why}`} (${code}).`, {
    tool: call.tool,
    sent: !isUnsent,
    details: { reason: code, isLasting: lasting !== undefined },
  });
}

/** What comes before anything is sent, and will again: another attempt would end no better. */
function lastingFailure(code: string): string | undefined {
  if (untrusted.test(code)) return "The service's certificate is not trusted";
  switch (code) {
    case "bad port":
      return "The service's address has a port that `fetch` never connects to";
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return "The service does not speak TLS";
    case "NotCapable":
      return "Deno was not given the right to connect to the service: run it with `--allow-net`";
    default:
      return undefined;
  }
}

/** What runtimes say that have no codes, as the code that Node has for it; `unknown` where that is anything at all, as in browsers. */
const messages: readonly (readonly [pattern: RegExp, code: string])[] = [
  // WHATWG Fetch §2.9 has ports that are never connected to; Node says so without a code.
  [/^bad port$|Requests to port \d+ are blocked$/, "bad port"],
  // Deno's are those of Rust's reqwest and rustls.
  [/ client error \(Connect\): .*Connection refused/, "ECONNREFUSED"],
  [/ client error \(Connect\): dns error/, "ENOTFOUND"],
  [/ client error \(Connect\): invalid peer certificate/, "CERT_UNTRUSTED"],
  [/ client error \(Connect\): received corrupt message/, "ERR_SSL_WRONG_VERSION_NUMBER"],
];

function codeOfMessage(cause: unknown): string {
  if (!isRecord(cause)) return "unknown";
  const { name, message } = cause;
  // What Deno throws where a right is missing.
  if (name === "NotCapable") return name;
  return messages.find(([pattern]) => pattern.test(String(message)))?.[1] ?? "unknown";
}

function isConnecting(cause: unknown): boolean {
  return isRecord(cause) && / client error \(Connect\): /.test(String(cause["message"]));
}

/** Of a host with several addresses, each attempt has an error of its own. */
function systemCallOf(cause: unknown): unknown {
  if (!isRecord(cause)) return undefined;
  const { syscall, errors } = cause;
  return Array.isArray(errors) ? systemCallOf(errors[0]) : syscall;
}

function codeOf(error: unknown): string | undefined {
  const code = isRecord(error) ? error["code"] : undefined;
  return typeof code === "string" ? code : undefined;
}
