import { type AuthorizationServer, processDiscoveryResponse } from "oauth4webapi";
import { isRecord, ownMember } from "../../runtime/json.ts";
import { parseChallenge } from "../../runtime/response/challenge.ts";
import { Failure } from "../failure.ts";
import { boundedFetch, requireSecure } from "./bounded-fetch.ts";
import { contains } from "./login-files.ts";
import { textMember } from "./login-place.ts";

/** Who issues the tokens of a service. */
export interface ProtectedService {
  /** The address that the tokens are for. */
  readonly resource: URL;
  /** Whether the service has metadata that names the resource, so that token requests name it too (RFC 8707). */
  readonly namesResource: boolean;
  /** The security scheme of an OpenAPI document that the tokens are for; `null` for an MCP server. */
  readonly scheme: string | null;
  /** Whether `server` has metadata, so that its issuer is known. An OpenAPI document names only endpoints. */
  readonly knowsIssuer: boolean;
  /** The address for refreshing tokens, if it is not that of the token endpoint. */
  readonly refreshEndpoint: string | undefined;
  readonly server: AuthorizationServer;
  /** The scopes that the service asks for; empty if it does not say. */
  readonly scopes: readonly string[];
}

/** What a service says in its response to a request without credentials (RFC 9110 §11.6.1, RFC 9728 §5.1). */
interface Challenge {
  /** The status of the response. Some servers open a session for everybody, and refuse only the calls of tools. */
  readonly status: number;
  readonly metadata: string | undefined;
  readonly scopes: readonly string[];
}

/**
 * Finds the authorization server of an MCP server by the server's challenge and its metadata (MCP 2026-07-28, Authorization). A server of
 * revision 2025-03-26 has no metadata of its own: it is its own authorization server.
 */
export async function findAuthorizationServer(address: URL): Promise<ProtectedService> {
  const challenge = await challengeOf(address);
  const metadata = await resourceMetadata(address, challenge);
  if (challenge.status !== 401 && metadata === undefined) throw asksForNoLogin(address, challenge);
  const issuer = metadata?.authorization_servers?.[0] ?? address.origin;
  const server = await serverMetadata(new URL(issuer));
  const scopes = challenge.scopes.length > 0 ? challenge.scopes : (metadata?.scopes_supported ?? []);
  const service = { scheme: null, knowsIssuer: true, refreshEndpoint: undefined, scopes };
  if (server !== undefined) return { ...service, resource: metadata?.resource ?? address, namesResource: metadata !== undefined, server };
  if (metadata !== undefined)
    throw new Failure(
      `The authorization server ${issuer}, which ${address.host} names, has no metadata.`,
      "Contact the operator of the server: RFC 8414 requires the metadata.",
    );
  return { ...service, resource: address, namesResource: false, server: formerEndpoints(address) };
}

/** Asks the server to open a session without credentials, and reads why it refuses. */
async function challengeOf(address: URL): Promise<Challenge> {
  const clientInfo = { name: "toolsetc", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const response = await boundedFetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
  });
  const { status } = response;
  const challenge = { status, metadata: undefined, scopes: [] };
  if (status !== 401 && !response.ok) throw asksForNoLogin(address, challenge);
  const { resourceMetadata, scopes = [] } = parseChallenge(response.headers.get("www-authenticate") ?? "") ?? {};
  return status === 401 ? { status, metadata: resourceMetadata, scopes } : challenge;
}

function asksForNoLogin({ origin, pathname }: URL, { status }: Challenge): Failure {
  return new Failure(
    `${origin}${pathname} asks for no login: it responded with status ${status}.`,
    status < 300 ? "Its tools can be listed and called without one." : "Check the address: it must be that of an MCP server.",
  );
}

interface ResourceMetadata {
  readonly resource: URL;
  readonly authorization_servers: readonly string[] | undefined;
  readonly scopes_supported: readonly string[] | undefined;
}

/** The metadata of a service: where its challenge says, or else at the well-known addresses for its path and its origin (RFC 9728 §3.1). */
async function resourceMetadata(address: URL, { metadata }: Challenge): Promise<ResourceMetadata | undefined> {
  const wellKnown = "/.well-known/oauth-protected-resource";
  const path = address.pathname.replace(/\/$/, "");
  const places = metadata === undefined ? [new URL(wellKnown + path, address), new URL(wellKnown, address)] : [named(metadata, address)];
  for (const place of places) {
    const found = await jsonAt(place);
    if (found === undefined) continue;
    const resource = textMember(found, "resource");
    const url = resource !== undefined && URL.canParse(resource) ? new URL(resource) : undefined;
    // A token for another resource would be sent to a server that could use it there (RFC 9728 §7.3).
    if (url === undefined || !contains(url, address))
      throw new Failure(
        `The metadata at ${place.origin}${place.pathname} is for ${resource ?? "no resource"}, not for ${address.origin}${address.pathname}.`,
        "A login would give this server a token for another one. Check the address, or contact the operator of the server.",
      );
    return {
      resource: url,
      authorization_servers: textsOf(found, "authorization_servers"),
      scopes_supported: textsOf(found, "scopes_supported"),
    };
  }
  return undefined;
}

function named(metadata: string, address: URL): URL {
  if (URL.canParse(metadata, address)) return new URL(metadata, address);
  throw new Failure(`The challenge of ${address.origin} names metadata at no valid address.`, "Contact the operator of the server.");
}

/** The metadata of an authorization server, at the first of the well-known addresses of MCP 2026-07-28 that has some. */
export async function serverMetadata(issuer: URL): Promise<AuthorizationServer | undefined> {
  const path = issuer.pathname.replace(/\/$/, "");
  const places = [`/.well-known/oauth-authorization-server${path}`, `/.well-known/openid-configuration${path}`];
  if (path !== "") places.push(`${path}/.well-known/openid-configuration`);
  for (const place of places) {
    const response = await boundedFetch(new URL(place, issuer), { headers: { accept: "application/json" } });
    if (response.status !== 200) continue;
    return checked(await processDiscoveryResponse(issuer, response).catch((error: unknown) => Promise.reject(invalid(issuer, error))));
  }
  return undefined;
}

/** Throws if the endpoints of a server could reveal a login, or if it does not support PKCE with SHA-256 (RFC 9700 §2.1.1). */
function checked(server: AuthorizationServer): AuthorizationServer {
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint, device_authorization_endpoint } = server;
  for (const endpoint of [
    authorization_endpoint,
    token_endpoint,
    registration_endpoint,
    revocation_endpoint,
    device_authorization_endpoint,
  ])
    if (endpoint !== undefined) requireSecure(new URL(endpoint));
  if (server.code_challenge_methods_supported?.includes("S256") === false)
    throw new Failure(
      `The authorization server ${server.issuer} does not support PKCE with S256, so the code of a login could be stolen.`,
      "Contact the operator of the server.",
    );
  return server;
}

function invalid({ origin }: URL, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(`The metadata of the authorization server ${origin} is not valid: ${reason}.`, "Contact the operator of the server.");
}

/** The endpoints of a server without metadata (MCP 2025-03-26, Authorization, §2.3.3). */
function formerEndpoints({ origin }: URL): AuthorizationServer {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
  };
}

async function jsonAt(place: URL): Promise<unknown> {
  const response = await boundedFetch(place, { headers: { accept: "application/json" } });
  if (response.status !== 200) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  return isRecord(body) ? body : undefined;
}

function textsOf(value: unknown, name: string): readonly string[] | undefined {
  const member = ownMember(value, name);
  return Array.isArray(member) ? member.filter((item) => typeof item === "string") : undefined;
}
