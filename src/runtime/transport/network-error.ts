import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";

/**
 * Codes that mean that no connection was established, so nothing was sent. For any other code, this is known only if the failed system call
 * is one of `connecting`.
 */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];
const connecting: readonly unknown[] = ["connect", "getaddrinfo"];

/** What Deno's messages about connections contain, which have no code. They are those of Rust's reqwest and rustls. */
const connectionFailure = / client error \(Connect\): /;

/** Patterns of errors without a code, as name and message, each with the code that Node has for the error. */
const codes: Texts = [
  // Deno's error for a missing permission.
  [/^NotCapable:/, "NotCapable"],
  // WHATWG Fetch §2.9 blocks some ports; Node's error for them has no code.
  [/^\w*: bad port$|Requests to port \d+ are blocked$/, "bad port"],
  // The same can be said of a connection that breaks later, when the call was sent.
  [/ client error \(Connect\): .*Connection refused/s, "ECONNREFUSED"],
  [/ client error \(Connect\): dns error/, "ENOTFOUND"],
  [/ client error \(Connect\): invalid peer certificate/, "CERT_UNTRUSTED"],
  [/ client error \(Connect\): received corrupt message/, "ERR_SSL_WRONG_VERSION_NUMBER"],
];

/** Patterns of the codes of failures that happen before anything is sent, and would happen again in another attempt, with their reasons. */
const permanentFailures: Texts = [
  [/^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/, "its certificate is not trusted"],
  [/^bad port$/, "its address has a port that `fetch` blocks"],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, "it does not support TLS"],
  [/^NotCapable$/, "Deno needs the permission `--allow-net`"],
];

/**
 * Converts an error of `fetch` for the service at `origin`. Only the code of the error is included, since its message may contain
 * credentials in an address. Unless the failure is known to precede sending, `sent` is true.
 */
export function networkError(error: unknown, call: Pick<Call<unknown>, "tool">, origin: string | undefined): ToolError {
  // `instanceof Error` is not used: the program may run in another realm than its `fetch`, for example in a test runner.
  const outer: Failure = Object(error);
  const cause: Failure = codeOf(outer) === undefined ? Object(outer.cause ?? error) : outer;
  const text = `${String(cause.name)}: ${String(cause.message)}`;
  const code = codeOf(cause) ?? textFor(text, codes) ?? "unknown";
  const permanent = textFor(code, permanentFailures);
  const isUnsent =
    permanent !== undefined || unconnected.includes(code) || connecting.includes(systemCallOf(cause)) || connectionFailure.test(text);
  const reason = permanent ?? (code === "unknown" ? "the runtime reports no reason" : undefined);
  const why = reason === undefined ? "" : `: ${reason}`;
  return new ToolError("network-error", `The connection to ${origin ?? "the service"} failed${why} (${code}).`, {
    tool: call.tool,
    sent: !isUnsent,
    details: { reason: code, isPermanent: permanent !== undefined, origin },
  });
}

/** What may be known of a failure. Its members are of any type, since anything may be thrown. */
interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

/** Texts, each with the pattern of what it is for. */
type Texts = readonly (readonly [pattern: RegExp, text: string])[];

function textFor(subject: string, texts: Texts): string | undefined {
  return texts.find(([pattern]) => pattern.test(subject))?.[1];
}

/** The system call that failed. For a host with several addresses, `errors` has an error for each attempt, and the first one is used. */
function systemCallOf({ syscall, errors }: Failure): unknown {
  return Array.isArray(errors) ? systemCallOf(Object(errors[0])) : syscall;
}

function codeOf({ code }: Failure): string | undefined {
  return typeof code === "string" ? code : undefined;
}
