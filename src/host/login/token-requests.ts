import * as oauth from "oauth4webapi";
import { isRecord } from "../../runtime/json.ts";
import { Failure } from "../failure.ts";
import type { ProtectedService } from "./authorization-server.ts";
import { requestOptions } from "./bounded-fetch.ts";
import type { Login } from "./login-files.ts";
import { authenticationOf, type RegisteredClient } from "./oauth-client.ts";

/** The parameter that names the service for which a token is (RFC 8707). */
export function resourceOf({ namesResource, resource }: Pick<ProtectedService, "namesResource" | "resource">): Record<string, string> {
  return namesResource ? { resource: resourceText(resource) } : {};
}

/** The identifier of a resource. An origin has no slash at its end, as in the examples of RFC 9728. */
function resourceText({ href, origin, pathname, search }: URL): string {
  return pathname === "/" && search === "" ? origin : href;
}

/** The login that the response of a token endpoint gives. */
export function loginOf(service: ProtectedService, registered: RegisteredClient, tokens: oauth.TokenEndpointResponse): Login {
  const { resource, namesResource, scheme, refreshEndpoint, server } = service;
  return {
    formatVersion: 1,
    resource: resource.href,
    scheme,
    namesResource,
    issuer: server.issuer,
    tokenEndpoint: refreshEndpoint ?? requiredEndpoint(server, "token_endpoint"),
    revocationEndpoint: server.revocation_endpoint ?? null,
    ...registered,
    ...tokensOf(tokens),
    refreshToken: tokens.refresh_token ?? null,
  };
}

function tokensOf({ access_token, expires_in, scope }: oauth.TokenEndpointResponse): Pick<Login, "accessToken" | "expiresAt" | "scope"> {
  return { accessToken: access_token, expiresAt: expires_in === undefined ? null : Date.now() + expires_in * 1000, scope: scope ?? null };
}

/**
 * The response of a token endpoint without the ID token: who has logged in matters to nothing here. An OpenAPI document does not name the
 * issuer, without which the ID token cannot be checked.
 */
export async function withoutIdToken(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!isRecord(body) || body["id_token"] === undefined) return response;
  const { id_token: _idToken, ...rest } = body;
  return new Response(JSON.stringify(rest), response);
}

/** Fetches new tokens for a login (RFC 6749 §6). Throws a `Failure` if the server no longer accepts it. */
export async function refresh(login: Login): Promise<Login> {
  const server = serverOf(login);
  const client = { client_id: login.clientId };
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, authenticationOf(login), login.refreshToken ?? "", {
      ...requestOptions,
      additionalParameters: resourceOf({ namesResource: login.namesResource, resource: new URL(login.resource) }),
    });
    const tokens = await oauth.processRefreshTokenResponse(server, client, await withoutIdToken(response));
    // A server may give another refresh token, after which the former one is not valid.
    return { ...login, ...tokensOf(tokens), scope: tokens.scope ?? login.scope, refreshToken: tokens.refresh_token ?? login.refreshToken };
  } catch (error) {
    throw failureOf(error, server);
  }
}

/** The kinds of tokens of a login that a server can revoke. */
export type RevokedToken = "refresh token" | "access token";

/**
 * Revokes the tokens of a login (RFC 7009). Returns what was revoked: nothing if the server has no endpoint for it. Servers that sign access
 * tokens instead of storing them revoke only the refresh token.
 */
export async function revoke(login: Login): Promise<readonly RevokedToken[]> {
  if (login.revocationEndpoint === null) return [];
  const server = serverOf(login);
  const client = { client_id: login.clientId };
  const revoked: RevokedToken[] = [];
  try {
    for (const [kind, token] of [["refresh token", login.refreshToken] as const, ["access token", login.accessToken] as const]) {
      if (token === null) continue;
      const response = await oauth.revocationRequest(server, client, authenticationOf(login), token, requestOptions);
      const isUnsupported = await oauth.processRevocationResponse(response).then(() => false, isUnsupportedType);
      if (!isUnsupported) revoked.push(kind);
    }
    return revoked;
  } catch (error) {
    throw failureOf(error, server);
  }
}

/** Whether an error says that the server does not revoke tokens of this type (RFC 7009 §2.2.1). Throws any other error. */
function isUnsupportedType(error: unknown): true {
  if (error instanceof oauth.ResponseBodyError && error.error === "unsupported_token_type") return true;
  throw error;
}

function serverOf({ issuer, tokenEndpoint, revocationEndpoint }: Login): oauth.AuthorizationServer {
  return { issuer, token_endpoint: tokenEndpoint, ...(revocationEndpoint === null ? {} : { revocation_endpoint: revocationEndpoint }) };
}

/** An endpoint that a login needs. Throws if the authorization server does not have it. */
export function requiredEndpoint(server: oauth.AuthorizationServer, name: keyof typeof withoutEndpoint): string {
  const endpoint = server[name];
  if (endpoint !== undefined) return endpoint;
  throw new Failure(`The authorization server ${server.issuer} has no ${name}.`, withoutEndpoint[name]);
}

/** What to do if an authorization server lacks an endpoint. */
const withoutEndpoint = {
  authorization_endpoint: "It cannot log in with a browser. Log in with --device, or contact the operator of the server.",
  device_authorization_endpoint: "It cannot log in with a code on another device. Log in without --device.",
  token_endpoint: "Contact the operator of the server.",
} as const;

/** Converts an error of the OAuth library. Only codes of the standards are kept, since other text may quote the request or a token. */
export function failureOf(error: unknown, { issuer }: oauth.AuthorizationServer): unknown {
  if (error instanceof Failure) return error;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const isEnded = error.error === "invalid_grant";
    return new Failure(
      `The authorization server ${issuer} refused the login (${knownCode(error.error)}).`,
      isEnded
        ? "The login has ended. Log in again: toolsetc login <address>."
        : (helpFor[error.error] ?? "Contact the operator of the server."),
    );
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new Failure(
      `The authorization server ${issuer} does not accept the client (status ${error.status}).`,
      "Check the client and its secret: --client-id, --client-secret env:NAME.",
    );
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new Failure(
      `The response of the authorization server ${issuer} is not valid: ${error.message}.`,
      "Contact the operator of the server.",
    );
  return error;
}

function knownCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : "an unknown error";
}

const helpFor: { readonly [code: string]: string } = {
  access_denied: "The person who logged in, or the server, did not allow the access. Nothing was saved.",
  invalid_scope: "Choose other scopes with --scope.",
  invalid_target: "The server issues no tokens for this service. Contact its operator.",
  unauthorized_client: "The client may not log in this way. Register another one, and name it with --client-id.",
  invalid_client: "Check the client and its secret: --client-id, --client-secret env:NAME.",
};
