import type { CredentialRequest, RenewableToken } from "../auth/credential.ts";
import { TokenFailure } from "../auth/token.ts";
import { isBoundToRequest } from "../bound-to-request.ts";
import { challengeOf } from "../challenge-of.ts";
import type { Context } from "../context.ts";
import type { Challenge } from "../response/challenge.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { type AuthorizationServer, type Endpoints, findServer } from "./authorization-server.ts";
import { authorize, base64Url, type UserLogin } from "./authorize.ts";
import { readJson, refreshTokens, requestTokens, type TokenClient } from "./request-tokens.ts";
import type { StoredTokens, TokenStore } from "./token-store.ts";

export type { Endpoints } from "./authorization-server.ts";
export type { UserLogin } from "./authorize.ts";
export type { TokenClient } from "./request-tokens.ts";
export { memoryTokens, type StoredTokens, type TokenStore } from "./token-store.ts";

/** How users log in at a service, and where their tokens are kept. */
export interface OAuthOptions extends TokenClient, Partial<Pick<UserLogin, "redirectUri" | "onAuthorize">> {
  readonly tokenStore: TokenStore;
  /** Returns the user of a call. Without it, all calls have the tokens of one user. */
  readonly user?: ((context: Context) => string) | undefined;
  /**
   * The issuer of the tokens, or its endpoints if it has no metadata. By default, the document or the metadata of the service names it.
   */
  readonly server?: string | Endpoints | undefined;
  /** The scopes to ask for. By default, those that the called operation, or the service, requires. */
  readonly scopes?: readonly string[] | undefined;
  /** The service for which the tokens are (RFC 8707). By default, that of its metadata, which MCP servers have. */
  readonly resource?: string | undefined;
  /** Returns the token of the user of a call, which is exchanged for one for the service (RFC 8693). Then nobody logs in. */
  readonly subjectToken?: ((context: Context) => string | Promise<string>) | undefined;
}

/** A call that needs a token. */
interface TokenCall {
  readonly context: Context;
  readonly request: CredentialRequest;
  /** The token to exchange. */
  readonly subject: string | undefined;
  readonly key: string;
}

/** The time in which a new token is not replaced by another login, in milliseconds. A service that rejects it rejects the next one too. */
const trial = 60_000;

/**
 * A value for `auth`: the token of the user of each call. Users log in with `onAuthorize` when a call first needs their token, or when a
 * service requires further scopes. Tokens are refreshed before they expire, by one of all calls that need a new one.
 */
export function oauth(options: OAuthOptions): (context: Context, request: CredentialRequest) => Promise<RenewableToken> {
  if (options.onAuthorize !== undefined && options.redirectUri === undefined)
    throw new Error("`oauth` needs `redirectUri`, the address to which the browser of a user comes back from the login.");
  const { tokenStore: store } = options;
  const canAsk = options.onAuthorize !== undefined || options.subjectToken !== undefined;
  const once = sharing();

  async function current(call: TokenCall): Promise<StoredTokens | undefined> {
    const stored = await store.get(call.key);
    const scopes = options.scopes ?? call.request.scopes;
    const lacksScopes = stored !== undefined && options.scopes === undefined && scopes.some((scope) => !stored.scopes.includes(scope));
    if (stored === undefined || (lacksScopes && canAsk)) return login(call, union(stored?.scopes ?? [], scopes), stored, undefined);
    if (stored.renewAt === null || Date.now() < stored.renewAt) return stored;
    return (await refreshed(call, stored)) ?? (await login(call, stored.scopes, stored, undefined));
  }

  /** Refreshes tokens, unless somebody else has done so. `undefined` if the login has ended. */
  function refreshed(call: TokenCall, former: StoredTokens): Promise<StoredTokens | undefined> {
    return once(`refresh ${call.key}`, () =>
      store.whileLocked(call.key, async () => {
        const stored = await store.get(call.key);
        if (stored === undefined || stored.accessToken !== former.accessToken) return stored;
        const next = await refreshTokens(stored, options, atServer(call));
        // Tokens of a login that has ended are of no use.
        await store.set(call.key, next);
        return next;
      }),
    );
  }

  /** Gets tokens with the given scopes in place of `former`. `undefined` if it is not known where. */
  function login(
    call: TokenCall,
    scopes: readonly string[],
    former: StoredTokens | undefined,
    challenge: Challenge | undefined,
  ): Promise<StoredTokens | undefined> {
    return once(`login ${[...scopes].sort().join(" ")} ${call.key}`, async () => {
      const stored = await store.get(call.key);
      const isNew = stored !== undefined && stored.accessToken !== former?.accessToken;
      if (isNew && scopes.every((scope) => stored.scopes.includes(scope))) return stored;
      const server = await findServer(options.server, call.request, challenge, (address) => readJson(address, atServer(call)));
      if (server === undefined) return undefined;
      const { tokenEndpoint, sendsSecretInBody } = server;
      const asked = scopes.length === 0 ? server.scopes : scopes;
      const resource = options.resource ?? server.resource ?? null;
      const grant = await grantOf(server, asked, resource, call);
      const requested = { tokenEndpoint, sendsSecretInBody, scopes: union(asked, scopes), resource };
      const tokens = await requestTokens(grant, options, requested, atServer(call));
      await store.set(call.key, tokens);
      return tokens;
    });
  }

  async function grantOf(
    server: AuthorizationServer,
    scopes: readonly string[],
    resource: string | null,
    { context, subject }: TokenCall,
  ): Promise<{ readonly [name: string]: string }> {
    const { clientId, redirectUri, onAuthorize } = options;
    const scope = scopes.length === 0 ? {} : { scope: scopes.join(" ") };
    if (subject !== undefined) return { ...exchange, subject_token: subject, ...scope };
    if (onAuthorize === undefined || redirectUri === undefined)
      throw new TokenFailure("nobody has logged in, and `oauth` has no `onAuthorize`", {});
    return authorize({ clientId, redirectUri, onAuthorize }, server, { ...scope, ...(resource === null ? {} : { resource }) }, context);
  }

  /** Whether there are other tokens than `former`, which the service rejected. */
  async function isRenewed(call: TokenCall, former: StoredTokens | undefined, error: ToolError): Promise<boolean> {
    const status = error.code === "http-error" ? error.details["status"] : undefined;
    const challenge = challengeOf(error);
    const had = former?.scopes ?? [];
    if ((status === 401 || status === 403) && challenge?.error === "insufficient_scope" && former !== undefined) {
      // A user who did not grant a scope is not asked again.
      const isAsked = challenge.scopes.every((scope) => had.includes(scope));
      return canAsk && !isAsked && (await login(call, union(had, challenge.scopes), former, challenge)) !== undefined;
    }
    if (status !== 401) return false;
    if (former === undefined) return (await login(call, union(had, challenge?.scopes ?? []), former, challenge)) !== undefined;
    if (former.refreshToken !== null && (await refreshed(call, former)) !== undefined) return true;
    if (former.refreshToken === null && options.subjectToken === undefined && Date.now() < former.issuedAt + trial) return false;
    return canAsk && (await login(call, had, former, challenge)) !== undefined;
  }

  return async (context, request) => {
    const subject = await options.subjectToken?.(context);
    const call = { context, request, subject, key: await keyOf(options, { context, request, subject }) };
    const tokens = await orToolError(call, current(call));
    return { text: tokens?.accessToken, renew: (error) => orToolError(call, isRenewed(call, tokens, error)) };
  };
}

/** The parameters of a token exchange that are always the same. */
const exchange = {
  grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
  subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
} as const;

/** The key of the tokens for a call. Tokens of one user, client or service are never used for another. */
async function keyOf(
  { clientId, server, resource, user }: OAuthOptions,
  { context, request, subject }: Omit<TokenCall, "key">,
): Promise<string> {
  const service = request.endpoint.kind === "mcp" ? request.address : request.audience;
  const own = [user?.(context), clientId, request.scheme, service, server, resource, subject && (await digest(subject))];
  return JSON.stringify(own.map((each) => each ?? null));
}

async function digest(text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** Creates a function that runs a work once for all calls that need it at the same time. */
function sharing() {
  const running = new Map<string, Promise<unknown>>();
  return <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    // In some runtimes, calls must not wait for what another incoming request has begun.
    if (isBoundToRequest()) return work();
    // The cast is safe: one name has one sort of work.
    const known = running.get(name) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    const started = work().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}

function atServer({ context, request }: TokenCall) {
  return { context, tool: request.tool, toolset: { endpoint: request.endpoint } };
}

/** Each of the calls that share a work throws its own error. */
async function orToolError<Value>({ request }: TokenCall, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    const { tool, scheme } = request;
    throw unsentError("token-request-failed", `The token for \`auth.${scheme}\` could not be fetched: ${error.message}.`, tool, {
      scheme,
      ...error.details,
    });
  }
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])];
}
