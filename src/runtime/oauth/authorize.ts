import { TokenFailure } from "../auth/token.ts";
import type { Context } from "../context.ts";
import type { AuthorizationServer } from "./authorization-server.ts";

/** What the program does so that a user logs in. */
export interface UserLogin {
  /** The id of the client: a registered one, or the address of a metadata document. */
  readonly clientId: string;
  /** The address of the program to which the authorization server sends the browser of the user. */
  readonly redirectUri: string;
  /**
   * Sends the browser of the user to `url`, and returns what it brings to `redirectUri`: the whole address, or its parameters. The `state`
   * in `url` says to which login an arriving browser belongs.
   */
  readonly onAuthorize: (url: URL, context: Context) => Promise<string | URL | URLSearchParams>;
}

/** The parameters of a token request that a login gives. */
export async function authorize(
  { clientId, redirectUri, onAuthorize }: UserLogin,
  server: AuthorizationServer,
  asked: { readonly scope?: string; readonly resource?: string },
  context: Context,
): Promise<{ readonly [name: string]: string }> {
  const [state, verifier] = [randomText(), randomText()];
  const url = new URL(server.authorizationEndpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)))),
    code_challenge_method: "S256",
    ...asked,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const answer = parametersOf(
    await onAuthorize(url, context).catch(() => {
      // The error of the program is omitted, since it may contain the code.
      throw new TokenFailure("`onAuthorize` failed", {});
    }),
  );
  return { grant_type: "authorization_code", code: codeIn(answer, state, server), redirect_uri: redirectUri, code_verifier: verifier };
}

function parametersOf(answer: string | URL | URLSearchParams): URLSearchParams {
  // Not by `instanceof`: a program in another realm has other classes.
  return typeof answer === "object" && "get" in answer ? answer : new URL(answer).searchParams;
}

function codeIn(answer: URLSearchParams, state: string, { issuer, namesIssuer }: AuthorizationServer): string {
  // Without this check, somebody could log in a user as somebody else (RFC 9700 §4.7).
  if (answer.get("state") !== state) throw new TokenFailure("the redirect belongs to another login", {});
  const own = answer.get("iss");
  // A code of another server would be sent to this one (RFC 9207 §2.4).
  if (own === null ? namesIssuer : issuer !== undefined && own !== issuer)
    throw new TokenFailure("the redirect is not from the authorization server", {});
  const error = answer.get("error");
  if (error !== null) {
    const known = /^[a-z_]{1,40}$/.test(error) ? error : "unknown";
    throw new TokenFailure(`the authorization server refused the login with "${known}"`, { error: known });
  }
  const code = answer.get("code");
  if (code === null) throw new TokenFailure("the redirect has no code", {});
  return code;
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Base64 for URLs (RFC 4648 §5). */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
