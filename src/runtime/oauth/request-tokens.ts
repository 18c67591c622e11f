import { type Requesting, requestJson, TokenFailure, tokenIn } from "../auth/token.ts";
import { encodeForm } from "../http/percent-encoding.ts";
import { ownMember } from "../json.ts";
import { base64Of } from "../response/base64.ts";
import type { StoredTokens } from "./token-store.ts";

/** A client of an authorization server. */
export interface TokenClient {
  /** The id of the client: that of a registered one, or the address of a metadata document. */
  readonly clientId: string;
  /** The secret of a client that can keep one. */
  readonly clientSecret?: string | undefined;
}

/** Where tokens are requested, and what they are for. */
export type Requested = Pick<StoredTokens, "tokenEndpoint" | "sendsSecretInBody" | "scopes" | "resource">;

/** Requests tokens with the parameters of a grant. */
export async function requestTokens(
  grant: { readonly [name: string]: string },
  { clientId, clientSecret }: TokenClient,
  requested: Requested,
  call: Requesting,
): Promise<StoredTokens> {
  const issuedAt = Date.now();
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ ...grant, ...(requested.resource === null ? {} : { resource: requested.resource }) });
  if (clientSecret === undefined || requested.sendsSecretInBody) {
    form.set("client_id", clientId);
    if (clientSecret !== undefined) form.set("client_secret", clientSecret);
  } else {
    const pair = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`;
    headers.set("authorization", `Basic ${base64Of(new TextEncoder().encode(pair))}`);
  }
  const init = { method: "POST", headers, body: form.toString() };
  const response = await requestJson(new URL(requested.tokenEndpoint), init, call);
  const accessToken = tokenIn(response);
  const type = ownMember(response.body, "token_type") ?? "bearer";
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") throw new TokenFailure("the token is not a bearer token", {});
  const refreshToken = ownMember(response.body, "refresh_token");
  const lifetime = Number(ownMember(response.body, "expires_in")) * 1000;
  return {
    accessToken,
    refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : null,
    renewAt: lifetime > 0 ? issuedAt + lifetime - Math.min(60_000, lifetime / 5) : null,
    issuedAt,
    scopes: requested.scopes,
    resource: requested.resource,
    tokenEndpoint: requested.tokenEndpoint,
    sendsSecretInBody: requested.sendsSecretInBody,
  };
}

/** Fetches new tokens for a login (RFC 6749 §6). `undefined` if the login has ended. */
export async function refreshTokens(tokens: StoredTokens, client: TokenClient, call: Requesting): Promise<StoredTokens | undefined> {
  const { refreshToken } = tokens;
  if (refreshToken === null) return undefined;
  try {
    const next = await requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken }, client, tokens, call);
    // A server may give another refresh token, after which the former one is not valid.
    return next.refreshToken === null ? { ...next, refreshToken } : next;
  } catch (error) {
    if (error instanceof TokenFailure && error.details["error"] === "invalid_grant") return undefined;
    throw error;
  }
}

/** The JSON object at an address of an authorization server or a service; `undefined` if there is none. */
export async function readJson(address: URL, call: Requesting): Promise<object | undefined> {
  const { status, body } = await requestJson(address, { headers: { accept: "application/json" } }, call);
  return status === 200 && typeof body === "object" && body !== null ? body : undefined;
}
