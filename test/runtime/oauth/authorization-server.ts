import { createHash, randomUUID } from "node:crypto";
import { type Arrival, type Loopback, startLoopback } from "../loopback.ts";

/**
 * A small authorization server with a service, `/api`, and a page, `/authorize`, on which everybody logs in at once. It checks what the
 * standards require of it: PKCE, one use of each code and refresh token, the client, the redirect and the resource.
 */
export interface AuthorizationServer extends Loopback {
  /** The grants that were asked for, and `authorize`. */
  readonly asked: string[];
  /** All codes and tokens that were given. */
  readonly given: string[];
  readonly settings: Settings;
  /** Makes tokens invalid: those of access, or all. */
  revoke(which: "access" | "all"): void;
}

interface Settings {
  /** The seconds for which access tokens are valid; `undefined`: the responses do not say. */
  lifetime: number | undefined;
  givesRefreshTokens: boolean;
  /** The scope that the service requires. */
  required: string;
  /** The audience that the service requires. */
  audience: string | undefined;
  /** What the redirect has in place of what it should have. */
  redirect: { readonly [name: string]: string | null };
  /** Members of the metadata in place of the usual ones. */
  metadata: { readonly [name: string]: unknown };
  /** Whether the service requires a token. */
  refusesAll: boolean;
}

interface Granted {
  readonly scope: string;
  readonly resource: string | undefined;
}

export const clientSecret = "client s3cret/+";

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const loopback = await startLoopback();
  const asked: string[] = [];
  const given: string[] = [];
  const codes = new Map<string, Granted & { readonly challenge: string; readonly redirect: string }>();
  const access = new Map<string, Granted & { readonly until: number }>();
  const refresh = new Map<string, Granted>();
  const settings: Settings = {
    lifetime: 3600,
    givesRefreshTokens: true,
    required: "",
    audience: undefined,
    redirect: {},
    metadata: {},
    refusesAll: false,
  };

  function secret(): string {
    const text = `s3cret-${randomUUID()}`;
    given.push(text);
    return text;
  }

  function tokensFor(granted: Granted): object {
    const [token, next] = [secret(), secret()];
    access.set(token, { ...granted, until: Date.now() + (settings.lifetime ?? 3600) * 1000 });
    refresh.set(next, granted);
    return {
      access_token: token,
      token_type: "bearer",
      ...(settings.lifetime === undefined ? {} : { expires_in: settings.lifetime }),
      ...(settings.givesRefreshTokens ? { refresh_token: next } : {}),
    };
  }

  function granted(form: URLSearchParams): object | undefined {
    const type = form.get("grant_type") ?? "";
    asked.push(type);
    if (type === "refresh_token") {
      const found = refresh.get(form.get("refresh_token") ?? "");
      // A refresh token is valid once (RFC 9700 §4.14.2).
      refresh.delete(form.get("refresh_token") ?? "");
      return found && tokensFor(found);
    }
    if (type.endsWith(":token-exchange")) {
      const isKnown = form.get("subject_token")?.startsWith("subject") === true;
      return isKnown ? tokensFor({ scope: form.get("scope") ?? "", resource: form.get("resource") ?? undefined }) : undefined;
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isOwn = code?.challenge === verifier && code.redirect === form.get("redirect_uri");
    return isOwn && (form.get("resource") ?? undefined) === code.resource ? tokensFor(code) : undefined;
  }

  loopback.answer = (response, { url, headers, body }: Arrival) => {
    const send = (status: number, answer: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    const { pathname, searchParams: query } = new URL(url, loopback.address);
    if (pathname === "/.well-known/oauth-authorization-server") {
      const endpoints = { authorization_endpoint: `${loopback.address}/authorize`, token_endpoint: `${loopback.address}/token` };
      return void send(200, {
        issuer: loopback.address,
        ...endpoints,
        authorization_response_iss_parameter_supported: true,
        ...settings.metadata,
      });
    }
    if (pathname === "/authorize") {
      asked.push(`authorize ${query.get("scope") ?? ""}`.trim());
      const code = secret();
      const redirect = query.get("redirect_uri") ?? "";
      const resource = query.get("resource") ?? undefined;
      codes.set(code, { challenge: query.get("code_challenge") ?? "", redirect, scope: query.get("scope") ?? "", resource });
      const back = new URL(redirect);
      const parameters = { code, state: query.get("state"), iss: loopback.address, ...settings.redirect };
      for (const [name, value] of Object.entries(parameters)) if (value !== null) back.searchParams.set(name, value);
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === "/token") {
      const form = new URLSearchParams(body);
      const pair = Buffer.from((headers.authorization ?? "").replace("Basic ", ""), "base64").toString("utf8");
      const [id, own] = pair.split(":").map((text) => decodeURIComponent(text.replaceAll("+", " ")));
      const isPublic = form.get("client_id") === "app";
      const isConfidential = id === "confidential" && own === clientSecret;
      if (!isPublic && !isConfidential) return void send(401, { error: "invalid_client", error_description: `Wrong: ${body} ${pair}` });
      const answer = granted(form);
      return void (answer === undefined ? send(400, { error: "invalid_grant", error_description: `Wrong: ${body}` }) : send(200, answer));
    }
    const [, token = ""] = /^Bearer (.*)$/.exec(headers.authorization ?? "") ?? [];
    const found = access.get(token);
    const isAccepted = found !== undefined && Date.now() < found.until && found.resource === settings.audience;
    if (settings.refusesAll || !isAccepted)
      return void response.writeHead(401, { "www-authenticate": `Bearer error="invalid_token", error_description="${token}, no"` }).end();
    const { required } = settings;
    if (required !== "" && !found.scope.split(" ").includes(required))
      return void response.writeHead(403, { "www-authenticate": `Bearer error="insufficient_scope", scope="${required}"` }).end();
    send(200, { ok: true });
  };

  return Object.assign(loopback, {
    asked,
    given,
    settings,
    revoke(which: "access" | "all") {
      access.clear();
      if (which === "all") refresh.clear();
    },
  });
}

/** What a browser does on the page of the login: it follows the redirect, here up to the program. */
export async function browse(url: URL): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  await response.body?.cancel();
  return new URL(response.headers.get("location") ?? "");
}
