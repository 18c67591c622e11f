import { allowInsecureRequests, customFetch } from "oauth4webapi";
import { readBounded } from "../../runtime/response/read-bounded.ts";
import { isLoopback } from "../../source/text/loopback.ts";
import { Failure } from "../failure.ts";
import { describeLimits } from "../fetch/response-text.ts";

/** The time for one response, in milliseconds. */
const timeout = 30_000;

/** The maximum bytes of a response. Metadata of authorization servers and tokens have some kilobytes. */
const maxBytes = 1 << 20;

/**
 * Sends a request about a login. The whole response is read within limits, since it comes from a server that nobody has trusted yet.
 * Redirects are not followed, and plain `http` is refused except on this machine, since the request or its response may have a secret.
 */
export async function boundedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address);
  requireSecure(url);
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((error: unknown) => {
    throw unreachable(url, error, signal);
  });
  const bytes = await describeLimits(url, () => readBounded(response, { bytes: maxBytes, signal })).catch((error: unknown) => {
    throw error instanceof Failure ? error : unreachable(url, error, signal);
  });
  const { status, headers } = response;
  // The statuses without a body (RFC 9110 §6.4.1).
  return new Response(status === 204 || status === 205 || status === 304 ? null : bytes, { status, headers });
}

/**
 * The options with which the OAuth library sends its requests by `boundedFetch`. That checks their addresses; the library would refuse plain
 * `http` on this machine too.
 */
export const requestOptions = { [customFetch]: boundedFetch, [allowInsecureRequests]: true };

/** Throws if an address is neither `https` nor on this machine. */
export function requireSecure(url: URL): void {
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return;
  throw new Failure(
    `${url.origin} does not use https, so a login there would not be secret.`,
    "Use the https address of the server, or contact its operator.",
  );
}

function unreachable({ origin }: URL, error: unknown, { aborted }: AbortSignal): Failure {
  const { cause = error } = error instanceof Error ? error : {};
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return new Failure(
    aborted ? `${origin} did not respond within ${timeout / 1000} seconds.` : `The connection to ${origin} failed${code}.`,
    "Check the address and the network.",
  );
}
