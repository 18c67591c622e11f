import { isBoundToRequest } from "../bound-to-request.ts";
import type { Call, Toolset } from "../call.ts";
import { base64Of } from "../http/file.ts";
import { encodeForm } from "../http/percent-encoding.ts";
import { ownMember } from "../json.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { ResponseLimitError, readBounded } from "../response/read-bounded.ts";
import { ToolError } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";

/** RFC 6749 §4.4: who asks for a token, where, and for what. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
}

interface Token {
  readonly text: string;
  /** When another one is fetched, by the clock of this machine. */
  readonly renewAt: number;
}

/** Why there is no token. Every call that waits for it makes an error of its own. */
class TokenFailure extends Error {
  readonly details: { readonly [name: string]: unknown };
  constructor(reason: string, details: { readonly [name: string]: unknown }) {
    super(reason);
    this.details = details;
  }
}

/**
 * Tokens that a toolset's calls share, by client and scopes; while one is fetched, all who want it wait for the same answer, but where that
 * is bound to a request.
 */
const tokens = /* @__PURE__ */ new WeakMap<Toolset, Map<string, Promise<Token>>>();

/** A program that has a client for each of its users must not keep all of their tokens for ever. */
const mostTokens = 1000;

/** Milliseconds that a token is used whose answer does not say how long it is valid. */
const unknownLifetime = 300_000;

/** Bytes of an endpoint's answer that are read. The longest tokens have some kilobytes. */
const maxTokenBytes = 1 << 20;

/** The access token of a client, from a call before or from its endpoint. */
export async function tokenOf(client: Client, scheme: string, call: Call<unknown>): Promise<string> {
  const kept = tokens.get(call.toolset) ?? new Map<string, Promise<Token>>();
  tokens.set(call.toolset, kept);
  const key = keyOf(client);
  let pending = kept.get(key);
  try {
    if (pending !== undefined) {
      const token = await pending;
      if (Date.now() < token.renewAt) return token.text;
      // Another call may have begun to renew it meanwhile.
      pending = kept.get(key) === pending ? undefined : kept.get(key);
    }
    if (pending !== undefined) return (await pending).text;
    const fetched = fetchToken(client, call);
    // There the fetch ends with the request that began it, and others would wait for ever.
    if (isBoundToRequest()) await fetched;
    return (await keep(fetched, key, kept)).text;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    throw new ToolError("token-request-failed", `No token for \`auth.${scheme}\` could be fetched: ${error.message}.`, {
      tool: call.tool,
      sent: false,
      details: { scheme, endpoint: client.tokenUrl.origin, ...error.details },
    });
  }
}

/** Forgets a token that the service refused, so that the next call fetches another. */
export async function forgetToken(client: Client, refused: string, toolset: Toolset): Promise<void> {
  const kept = tokens.get(toolset);
  const key = keyOf(client);
  const pending = kept?.get(key);
  const token = await pending?.catch(() => undefined);
  if (token?.text === refused && kept?.get(key) === pending) kept?.delete(key);
}

function keep(pending: Promise<Token>, key: string, kept: Map<string, Promise<Token>>): Promise<Token> {
  kept.delete(key); // So that the oldest stand first.
  kept.set(key, pending);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostTokens) break;
    kept.delete(oldest);
  }
  pending.catch(() => {
    if (kept.get(key) === pending) kept.delete(key);
  });
  return pending;
}

function keyOf({ clientId, clientSecret, tokenUrl, scopes }: Client): string {
  return JSON.stringify([tokenUrl.href, clientId, clientSecret, scopes]);
}

async function fetchToken(client: Client, call: Call<unknown>): Promise<Token> {
  const asked = Date.now();
  // RFC 6749 §2.3.1 has every server take the first; many know only the second.
  let answer = await post(client, "header", call);
  if (answer.status === 401 || answer.error === "invalid_client") answer = await post(client, "body", call);
  const { status, error, body } = answer;
  if (status < 200 || status >= 300) {
    // A browser's word for a redirect, of which it tells nothing else.
    if (status === 0) throw new TokenFailure("the endpoint answered with a redirect", {});
    throw new TokenFailure(`the endpoint answered with status ${status}${error === undefined ? "" : ` and "${error}"`}`, { status, error });
  }
  const text = ownMember(body, "access_token");
  if (typeof text !== "string" || text === "") throw new TokenFailure("the answer of the endpoint has no access_token", { status });
  const seconds = Number(ownMember(body, "expires_in"));
  const lifetime = seconds > 0 ? seconds * 1000 : unknownLifetime;
  return { text, renewAt: asked + lifetime - Math.min(60_000, lifetime / 5) };
}

interface Answer {
  readonly status: number;
  /** One of RFC 6749 §5.2. */
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

async function post({ clientId, clientSecret, tokenUrl, scopes }: Client, place: "header" | "body", call: Call<unknown>): Promise<Answer> {
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  if (place === "body") {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
  } else {
    const pair = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`;
    headers.set("authorization", `Basic ${base64Of(new TextEncoder().encode(pair))}`);
  }
  const signal = AbortSignal.timeout(call.toolset.connection.timeout);
  try {
    // The secret goes nowhere but to this address.
    const request = new Request(tokenUrl, { method: "POST", headers, body: form.toString(), redirect: "manual", signal });
    const response = await (call.context.fetch ?? fetch)(request);
    const bytes = await readBounded(response, { bytes: maxTokenBytes, signal });
    const body = parsed(bytes);
    const error = ownMember(body, "error");
    // The names are those of the standard; any other text may quote the request.
    return { status: response.status, error: knownErrors.find((name) => name === error), body };
  } catch (error) {
    if (error instanceof ResponseLimitError) throw new TokenFailure(`the answer of the endpoint ${error.message}`, { limit: error.limit });
    if (signal.aborted) throw new TokenFailure("the endpoint did not answer in time", { reason: "timeout" });
    const { reason } = networkError(error, call).details;
    throw new TokenFailure(`the connection to the endpoint failed (${String(reason)})`, { reason });
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
