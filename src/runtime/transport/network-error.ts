import type { Call } from "../call.ts";
import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/**
 * Codes that mean that no connection was established, so nothing was sent. For any other code, this is known only if the failed system call
 * is one of `connecting`.
 */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];
const connecting: readonly unknown[] = ["connect", "getaddrinfo"];

/** Codes that mean that the server's certificate is not trusted. Certificates are checked before anything is sent. */
const untrusted = /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/**
 * Converts an error of `fetch` for the service at `origin`. Only the code of the error is included, since its message may contain
 * credentials in an address. Unless the failure is known to precede sending, `sent` is true.
 */
export function networkError(error: unknown, call: Pick<Call<unknown>, "tool">, origin: string | undefined): ToolError {
  // `instanceof Error` is not used: the program may run in another realm than its `fetch`, for example in a test runner.
  const outer = recordOf(error);
  const cause = codeOf(outer) === undefined ? recordOf(outer["cause"] ?? error) : outer;
  const code = codeOf(cause) ?? codeOfMessage(cause);
  const permanent = permanentFailure(code);
  const isUnsent = permanent !== undefined || unconnected.includes(code) || connecting.includes(systemCallOf(cause)) || isConnecting(cause);
  const reason = permanent ?? (code === "unknown" ? "the runtime reports no reason" : undefined);
  const why = reason === undefined ? "" : `: ${reason}`;
  return new ToolError("network-error", `The connection to ${origin ?? "the service"} failed${why} (${code}).`, {
    tool: call.tool,
    sent: !isUnsent,
    details: { reason: code, isPermanent: permanent !== undefined, origin },
  });
}

/** The reasons of other failures that happen before anything is sent, and would happen again, by their codes. */
const permanentFailures: { readonly [code: string]: string } = {
  "bad port": "its address has a port that `fetch` blocks",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not support TLS",
  NotCapable: "Deno needs the permission `--allow-net`",
};

/**
 * The reason of a failure that happens before anything is sent, and would happen again in another attempt; `undefined` for other failures.
 */
function permanentFailure(code: string): string | undefined {
  return untrusted.test(code) ? "its certificate is not trusted" : ownMember(permanentFailures, code);
}

/** What precedes the reason in Deno's messages about connections, which have no code. They are those of Rust's reqwest and rustls. */
const connectionFailure = " client error (Connect): ";

/** Patterns of Deno's reasons, each with the code that Node has for the error. */
const connectionFailures: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/Connection refused/, "ECONNREFUSED"],
  [/^dns error/, "ENOTFOUND"],
  [/^invalid peer certificate/, "CERT_UNTRUSTED"],
  [/^received corrupt message/, "ERR_SSL_WRONG_VERSION_NUMBER"],
];

/** The code for an error that has no code of its own; `unknown` if its message is not known, as in browsers. */
function codeOfMessage({ name, message }: UnknownRecord): string {
  // `NotCapable` is Deno's error for a missing permission.
  if (name === "NotCapable") return name;
  const text = String(message);
  // WHATWG Fetch §2.9 blocks some ports; Node's error for them has no code.
  if (/^bad port$|Requests to port \d+ are blocked$/.test(text)) return "bad port";
  const [, reason = ""] = text.split(connectionFailure);
  return connectionFailures.find(([pattern]) => pattern.test(reason))?.[1] ?? "unknown";
}

function isConnecting({ message }: UnknownRecord): boolean {
  return String(message).includes(connectionFailure);
}

/** The system call that failed. For a host with several addresses, `errors` has an error for each attempt, and the first one is used. */
function systemCallOf({ syscall, errors }: UnknownRecord): unknown {
  return Array.isArray(errors) ? systemCallOf(recordOf(errors[0])) : syscall;
}

function codeOf({ code }: UnknownRecord): string | undefined {
  return typeof code === "string" ? code : undefined;
}

/** An error as an object, whatever was thrown. */
function recordOf(error: unknown): UnknownRecord {
  return isRecord(error) ? error : {};
}
