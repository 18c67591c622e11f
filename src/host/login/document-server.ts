import type { AuthorizationServer } from "oauth4webapi";
import { Failure } from "../failure.ts";
import { type ProtectedService, serverMetadata } from "./authorization-server.ts";
import { requireSecure } from "./bounded-fetch.ts";
import type { LoginScheme } from "./login-place.ts";

/**
 * The authorization server that an OpenAPI document names. Its metadata, where it has some, says whether it registers clients and revokes
 * tokens. The document's own addresses are used nevertheless: metadata that names others is that of another server.
 */
export async function findServerOfDocument(address: URL, scheme: LoginScheme): Promise<ProtectedService> {
  requireSecure(address);
  const service = { resource: address, namesResource: false, scheme: scheme.name };
  const { authorizationUrl, tokenUrl, metadataUrl } = scheme;
  if (authorizationUrl === undefined || tokenUrl === undefined) {
    const issuer = issuerOf(absolute(metadataUrl ?? "", address));
    const server = await serverMetadata(issuer);
    if (server === undefined) throw noMetadata(issuer);
    // OpenID Connect Core §3.1.2.1 requires the scope `openid`.
    const scopes = [...new Set(["openid", ...scheme.scopes])];
    return { ...service, server, knowsIssuer: true, refreshEndpoint: undefined, scopes };
  }
  const [authorization, token] = [absolute(authorizationUrl, address), absolute(tokenUrl, address)];
  const refreshEndpoint = scheme.refreshUrl === undefined ? undefined : absolute(scheme.refreshUrl, address).href;
  for (const url of [authorization, token, new URL(refreshEndpoint ?? token)]) requireSecure(url);
  const own: AuthorizationServer = { issuer: authorization.origin, authorization_endpoint: authorization.href, token_endpoint: token.href };
  const issuer = metadataUrl === undefined ? new URL(authorization.origin) : issuerOf(absolute(metadataUrl, address));
  // What is at a guessed address may be anything.
  const found = await serverMetadata(issuer).catch(() => undefined);
  const isSame = found?.authorization_endpoint === own.authorization_endpoint && found?.token_endpoint === own.token_endpoint;
  return {
    ...service,
    server: found !== undefined && isSame ? found : own,
    knowsIssuer: isSame,
    refreshEndpoint,
    scopes: scheme.scopes,
  };
}

/** The issuer whose metadata is at an address (OpenID Connect Discovery §4, RFC 8414 §3). */
function issuerOf(metadata: URL): URL {
  const path = metadata.pathname.replace(/\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/, "");
  return new URL(path, metadata.origin);
}

function absolute(url: string, address: URL): URL {
  if (URL.canParse(url, address)) return new URL(url, address);
  throw new Failure("The document names no valid address of its authorization server.", "Correct the security scheme in the document.");
}

function noMetadata({ href }: URL): Failure {
  return new Failure(
    `The document names ${href} as its OpenID provider, which has no metadata.`,
    "Correct `openIdConnectUrl` in the document, or contact the operator of the service.",
  );
}
