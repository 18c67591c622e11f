import type { CredentialRequest } from "../auth/credential.ts";
import { TokenFailure } from "../auth/token.ts";
import { ownMember } from "../json.ts";
import type { Challenge } from "../response/challenge.ts";
import { tryParseUrl } from "../try-parse-url.ts";

/** The endpoints of an authorization server that has no metadata. */
export interface Endpoints {
  /** The identifier of the server. A login is then accepted only from this server, if the server names itself (RFC 9207). */
  readonly issuer?: string | undefined;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
}

/** An authorization server, and what it issues tokens for. */
export interface AuthorizationServer extends Endpoints {
  /** Whether the server names itself in the redirect of each login (RFC 9207). */
  readonly namesIssuer: boolean;
  readonly sendsSecretInBody: boolean;
  /** The service by its metadata (RFC 9728); `undefined` if it has none. */
  readonly resource: string | undefined;
  /** The scopes of the service, by its metadata. */
  readonly scopes: readonly string[];
}

/** The address of who names others. */
type Named = Pick<CredentialRequest, "address">;

/** Returns the JSON object at an address; `undefined` if there is none. */
export type ReadJson = (address: URL) => Promise<object | undefined>;

/**
 * Finds the authorization server of a service: the one that the program names, that of the security scheme in the document, or that of the
 * service's metadata, whose address `challenge` may have. `undefined` if none of these exists.
 */
export async function findServer(
  given: string | Endpoints | undefined,
  request: CredentialRequest,
  challenge: Challenge | undefined,
  readJson: ReadJson,
): Promise<AuthorizationServer | undefined> {
  if (typeof given === "object") return fromEndpoints(given);
  // What the program names may be on this machine, wherever the service is.
  if (given !== undefined) return serverOf(address(given), { address: given }, readJson);
  const scheme = ownMember(request.endpoint.securitySchemes, request.scheme);
  if (scheme !== undefined) return ofScheme(scheme, request, readJson);
  return ofService(request, challenge, readJson);
}

function fromEndpoints(endpoints: Endpoints): AuthorizationServer {
  return { ...endpoints, namesIssuer: false, sendsSecretInBody: false, resource: undefined, scopes: [] };
}

/** The server that a Security Scheme Object of OpenAPI names. */
async function ofScheme(scheme: unknown, request: Named, readJson: ReadJson): Promise<AuthorizationServer | undefined> {
  const openId = ownMember(scheme, "openIdConnectUrl");
  if (typeof openId === "string") {
    const place = secure(address(openId, request), request);
    return readMetadata(place, new URL(place.href.replace(/\/\.well-known\/openid-configuration$/, "")), request, readJson);
  }
  // Swagger 2.0 has the addresses in the scheme itself.
  const flow = ownMember(ownMember(scheme, "flows"), "authorizationCode") ?? scheme;
  const [authorize, token] = [ownMember(flow, "authorizationUrl"), ownMember(flow, "tokenUrl")];
  if (typeof authorize !== "string" || typeof token !== "string") return undefined;
  const [authorizationEndpoint, tokenEndpoint] = [authorize, token].map((text) => secure(address(text, request), request).href);
  return fromEndpoints({ authorizationEndpoint: authorizationEndpoint ?? "", tokenEndpoint: tokenEndpoint ?? "" });
}

/** The server that the metadata of a service names (RFC 9728). */
async function ofService(
  request: CredentialRequest,
  challenge: Challenge | undefined,
  readJson: ReadJson,
): Promise<AuthorizationServer | undefined> {
  const service = new URL(request.address);
  const wellKnown = "/.well-known/oauth-protected-resource";
  const path = service.pathname.replace(/\/$/, "");
  const named = challenge?.resourceMetadata;
  const places = named === undefined ? [wellKnown + path, wellKnown] : [named];
  for (const place of places) {
    const found = await readJson(secure(address(place, request), request));
    if (found === undefined) continue;
    const resource = textMember(found, "resource");
    // A token for another resource would be sent to a service that could use it there (RFC 9728 §7.3).
    if (resource === undefined || !contains(tryParseUrl(resource), service))
      throw new TokenFailure(`the metadata of ${service.origin} is for another service`, {});
    const [issuer = service.origin] = texts(found, "authorization_servers");
    return { ...(await serverOf(address(issuer), request, readJson)), resource, scopes: texts(found, "scopes_supported") };
  }
  return undefined;
}

/** The server with an identifier, by its metadata (RFC 8414, OpenID Connect Discovery). */
async function serverOf(issuer: URL, request: Named, readJson: ReadJson): Promise<AuthorizationServer> {
  const path = issuer.pathname.replace(/\/$/, "");
  const [oauth, openId] = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];
  for (const place of new Set([oauth + path, openId + path, path + openId])) {
    const found = await readMetadata(secure(new URL(place, issuer), request), issuer, request, readJson);
    if (found !== undefined) return found;
  }
  throw new TokenFailure(`the authorization server ${issuer.origin} has no metadata`, {});
}

async function readMetadata(place: URL, issuer: URL, request: Named, readJson: ReadJson): Promise<AuthorizationServer | undefined> {
  const found = await readJson(place);
  if (found === undefined) return undefined;
  const own = textMember(found, "issuer");
  // Otherwise, a server could pretend to be another one (RFC 8414 §3.3).
  if (own === undefined || tryParseUrl(own)?.href !== issuer.href)
    throw new TokenFailure(`the metadata of ${issuer.origin} is for another authorization server`, {});
  const methods = ownMember(found, "code_challenge_methods_supported");
  if (Array.isArray(methods) && !methods.includes("S256"))
    throw new TokenFailure(`the authorization server ${issuer.origin} does not support PKCE with S256`, {});
  const endpoint = (name: string): string => secure(address(textMember(found, name) ?? ""), request).href;
  const authentication = ownMember(found, "token_endpoint_auth_methods_supported");
  return {
    ...fromEndpoints({ issuer: own, authorizationEndpoint: endpoint("authorization_endpoint"), tokenEndpoint: endpoint("token_endpoint") }),
    namesIssuer: ownMember(found, "authorization_response_iss_parameter_supported") === true,
    // RFC 8414 §2: the default is Basic.
    sendsSecretInBody: Array.isArray(authentication) && !authentication.includes("client_secret_basic"),
  };
}

function address(text: string, base?: Named): URL {
  const parsed = tryParseUrl(text, base?.address);
  if (parsed === undefined) throw new TokenFailure("an address of the authorization server is not valid", {});
  return parsed;
}

/** Throws if what is sent to an address is not secret. Only a service on this machine may name another address there. */
function secure(url: URL, { address: service }: Named): URL {
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url) && isLoopback(new URL(service)))) return url;
  throw new TokenFailure(`${url.origin} does not use https`, {});
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Whether an address is that of a service, or below it. */
function contains(service: URL | undefined, { origin, pathname }: URL): boolean {
  const path = service?.pathname.replace(/\/$/, "");
  return service?.origin === origin && (pathname === path || pathname.startsWith(`${path}/`));
}

function textMember(value: unknown, name: string): string | undefined {
  const member = ownMember(value, name);
  return typeof member === "string" ? member : undefined;
}

function texts(value: unknown, name: string): readonly string[] {
  const member = ownMember(value, name);
  return Array.isArray(member) ? member.filter((item) => typeof item === "string") : [];
}
