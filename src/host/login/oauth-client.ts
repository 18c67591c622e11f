import * as oauth from "oauth4webapi";
import { isRecord } from "../../runtime/json.ts";
import { Failure } from "../failure.ts";
import { requestOptions } from "./bounded-fetch.ts";
import type { Login } from "./login-files.ts";

/** A client of an authorization server, and how it proves who it is. */
export type RegisteredClient = Pick<Login, "clientId" | "clientSecret" | "clientAuthentication">;

/** A client that the user has registered. */
export interface NamedClient {
  /** The id of the client, or the address of its metadata document; `undefined` to register a client. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | null | undefined;
}

/** The client that the user names, or one that is registered with `metadata` for this login (RFC 7591). */
export async function clientFor(
  server: oauth.AuthorizationServer,
  { clientId, clientSecret = null }: NamedClient,
  metadata: Parameters<typeof oauth.dynamicClientRegistrationRequest>[1],
): Promise<RegisteredClient> {
  if (clientId !== undefined) return { clientId, clientSecret, clientAuthentication: authenticationFor(clientSecret, server) };
  if (server.registration_endpoint === undefined)
    throw new Failure(
      `The authorization server ${server.issuer} does not register clients by itself.`,
      "Register a client there, with the redirect address http://127.0.0.1/callback, and name it: --client-id <id>. If it has a secret, add --client-secret env:NAME.",
    );
  const supported = server.token_endpoint_auth_methods_supported ?? ["none"];
  const wanted = authentications.find((name) => supported.includes(name)) ?? "none";
  const asked = { client_name: "toolsetc", application_type: "native", token_endpoint_auth_method: wanted, ...metadata };
  const response = await withExpiry(await oauth.dynamicClientRegistrationRequest(server, asked, requestOptions));
  const { client_id, client_secret, token_endpoint_auth_method } = await oauth.processDynamicClientRegistrationResponse(response);
  const secret = typeof client_secret === "string" && token_endpoint_auth_method !== "none" ? client_secret : null;
  const given = authentications.find((name) => name === token_endpoint_auth_method) ?? authenticationFor(secret, server);
  return { clientId: client_id, clientSecret: secret, clientAuthentication: given };
}

/**
 * The response to a registration, with the time at which the secret expires. RFC 7591 §3.2.1 requires it, but some servers leave it out, and
 * clients read their responses all the same.
 */
async function withExpiry(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!isRecord(body) || body["client_secret"] === undefined || typeof body["client_secret_expires_at"] === "number") return response;
  return new Response(JSON.stringify({ ...body, client_secret_expires_at: 0 }), response);
}

/** The ways in which a client can authenticate, best first: a program on the machine of its user cannot keep a secret (RFC 8252 §8.5). */
const authentications = ["none", "client_secret_basic", "client_secret_post"] as const;

function authenticationFor(secret: string | null, { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) {
  if (secret === null) return "none";
  // RFC 8414 §2: the default is Basic.
  return methods === undefined || methods.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
}

/** How a client authenticates at the token endpoint. */
export function authenticationOf({ clientSecret, clientAuthentication }: RegisteredClient): oauth.ClientAuth {
  if (clientAuthentication === "none") return oauth.None();
  const secret = clientSecret ?? "";
  return clientAuthentication === "client_secret_basic" ? basicAuthentication(secret) : oauth.ClientSecretPost(secret);
}

/**
 * HTTP Basic with the encoding of forms (RFC 6749 §2.3.1). Unlike the library's, it leaves `-`, `.`, `_` and `*` as they are, as the URL
 * Standard does: many servers do not decode what they get.
 */
function basicAuthentication(secret: string): oauth.ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ "": text }).toString().slice("=".length);
  return (_server, { client_id }, _body, headers) => {
    const pair = `${encoded(client_id)}:${encoded(secret)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };
}
