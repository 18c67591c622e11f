import type { Endpoint } from "../binding.ts";
import { isBoundToRequest } from "../bound-to-request.ts";
import type { Call, Toolset } from "../call.ts";
import { encodeForm } from "../http/percent-encoding.ts";
import { ownMember } from "../json.ts";
import { base64Of } from "../response/base64.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { ResponseLimitError, readBounded } from "../response/read-bounded.ts";
import { unsentError } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";

/** An OAuth client and its token request, RFC 6749 §4.4. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
}

interface Token {
  readonly text: string;
  /** The time in milliseconds, by the local clock, after which the token is fetched again. */
  readonly renewAt: number;
}

/** A failure to fetch a token. Each call that waits for the token throws its own error with the same reason. */
export class TokenFailure extends Error {
  readonly details: { readonly [name: string]: unknown };
  constructor(reason: string, details: { readonly [name: string]: unknown }) {
    super(reason);
    this.details = details;
  }
}

/**
 * The tokens that the calls of a toolset share, by client and scopes. Concurrent calls wait for the same token request. In runtimes that
 * bind a response to the incoming request, they each make a token request.
 */
const tokens = /* @__PURE__ */ new WeakMap<Toolset, Map<string, Promise<Token>>>();

/** The maximum number of cached tokens: a program may have a client for each of its users. */
const maxTokens = 1000;

/** The lifetime, in milliseconds, of a token whose response has no `expires_in`. */
const unknownLifetime = 300_000;

/** The maximum bytes of a token response. The longest tokens have some kilobytes. */
const maxTokenBytes = 1_048_576;

/** The access token of a client, from the cache or from the token endpoint. */
export async function getToken(client: OAuthClient, scheme: string, call: Call<unknown>): Promise<string> {
  const cache = tokens.get(call.toolset) ?? new Map<string, Promise<Token>>();
  tokens.set(call.toolset, cache);
  const key = keyOf(client);
  let pending = cache.get(key);
  try {
    if (pending !== undefined) {
      const token = await pending;
      if (Date.now() < token.renewAt) return token.text;
      // The token has expired. If another call has already started to renew it, this call waits for that token request.
      pending = cache.get(key) === pending ? undefined : cache.get(key);
    }
    if (pending !== undefined) return (await pending).text;
    const fetched = fetchToken(client, call);
    // In some runtimes, the token request ends when the incoming request ends that it belongs to. Calls of other incoming requests must not
    // wait for it, so the token is cached only once it is fetched.
    if (isBoundToRequest()) await fetched;
    return (await cacheToken(fetched, key, cache)).text;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    throw unsentError("token-request-failed", `The token for \`auth.${scheme}\` could not be fetched: ${error.message}.`, call.tool, {
      scheme,
      endpoint: client.tokenUrl.origin,
      ...error.details,
    });
  }
}

/** Removes a token that the service rejected from the cache, so that the next call fetches another. */
export async function forgetToken(client: OAuthClient, rejected: string | undefined, toolset: Toolset): Promise<void> {
  const cache = tokens.get(toolset);
  const key = keyOf(client);
  const pending = cache?.get(key);
  const token = await pending?.catch(() => undefined);
  if (token?.text === rejected && cache?.get(key) === pending) cache?.delete(key);
}

function cacheToken(pending: Promise<Token>, key: string, cache: Map<string, Promise<Token>>): Promise<Token> {
  cache.delete(key); // Deleting the key first keeps the map ordered by age.
  cache.set(key, pending);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxTokens) break;
    cache.delete(oldest);
  }
  pending.catch(() => {
    if (cache.get(key) === pending) cache.delete(key);
  });
  return pending;
}

function keyOf({ clientId, clientSecret, tokenUrl, scopes }: OAuthClient): string {
  return JSON.stringify([tokenUrl.href, clientId, clientSecret, scopes]);
}

async function fetchToken(client: OAuthClient, call: Call<unknown>): Promise<Token> {
  const requestedAt = Date.now();
  // RFC 6749 §2.3.1 requires servers to support credentials in the header; many servers support them only in the body.
  let response = await post(client, "header", call);
  if (response.status === 401 || response.error === "invalid_client") response = await post(client, "body", call);
  const seconds = Number(ownMember(response.body, "expires_in"));
  const lifetime = seconds > 0 ? seconds * 1000 : unknownLifetime;
  return { text: tokenIn(response), renewAt: requestedAt + lifetime - Math.min(60_000, lifetime / 5) };
}

/** The access token in a response of a token endpoint. Throws if there is none. */
export function tokenIn({ status, error, body }: TokenResponse): string {
  if (status < 200 || status >= 300) {
    // Browsers hide the status of redirects, and report 0.
    if (status === 0) throw new TokenFailure("the token endpoint responded with a redirect", {});
    throw new TokenFailure(`the token endpoint responded with status ${status}${error === undefined ? "" : ` and "${error}"`}`, {
      status,
      error,
    });
  }
  const text = ownMember(body, "access_token");
  if (typeof text !== "string" || text === "") throw new TokenFailure("the response of the token endpoint has no access_token", { status });
  return text;
}

/** A response of a token endpoint. */
export interface TokenResponse {
  readonly status: number;
  /** An error code of RFC 6749 §5.2; `undefined` if the response has none of these codes. */
  readonly error: string | undefined;
  readonly body: unknown;
}

const knownErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
];

async function post(
  { clientId, clientSecret, tokenUrl, scopes }: OAuthClient,
  location: "header" | "body",
  call: Call<unknown>,
): Promise<TokenResponse> {
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  if (location === "body") {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
  } else {
    const pair = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`;
    headers.set("authorization", `Basic ${base64Of(new TextEncoder().encode(pair))}`);
  }
  return requestJson(tokenUrl, { method: "POST", headers, body: form.toString() }, call);
}

/** The call for which something is requested. */
export interface Requesting extends Pick<Call<unknown>, "context" | "tool"> {
  readonly toolset: { readonly endpoint: Pick<Endpoint, "timeout"> };
}

/** Sends a request to an authorization server, and reads the JSON of its response within limits. */
export async function requestJson(url: URL, init: RequestInit, call: Requesting): Promise<TokenResponse> {
  const signal = AbortSignal.timeout(call.toolset.endpoint.timeout);
  try {
    // Redirects are not followed, so the secret is sent only to this address.
    const request = new Request(url, { ...init, redirect: "manual", signal });
    const response = await (call.context.fetch ?? fetch)(request);
    const bytes = await readBounded(response, { bytes: maxTokenBytes, signal });
    const body = parsed(bytes);
    const error = ownMember(body, "error");
    // Only the error codes of RFC 6749 are kept, since any other text may quote the request.
    return { status: response.status, error: knownErrors.find((name) => name === error), body };
  } catch (error) {
    if (error instanceof ResponseLimitError)
      throw new TokenFailure(`the response of the token endpoint ${error.message}`, { limit: error.limit });
    if (signal.aborted) throw new TokenFailure("the token endpoint did not respond in time", { reason: "timeout" });
    const { reason } = networkError(error, call, url.origin).details;
    throw new TokenFailure(`the connection to ${url.origin} failed (${String(reason)})`, { reason });
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseBounded(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof ResponseLimitError) throw error;
    return undefined;
  }
}
