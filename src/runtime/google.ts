import { type AnyAuthClient, GoogleAuth, Impersonated, JWT } from "google-auth-library";
import type { CredentialRequest, SecretSource } from "./auth/credential.ts";
import { cloudPlatform } from "./auth/scheme.ts";
import type { Context } from "./context.ts";
import { ownMember } from "./json.ts";
import { parseBounded } from "./response/parse-bounded.ts";
import { readBounded } from "./response/read-bounded.ts";

/** The program's Google credentials. The default is Application Default Credentials, which are looked up at the first call. */
export interface GoogleOptions {
  readonly auth?: GoogleAuth | undefined;
}

/**
 * Returns access tokens for the service account that the definition names, by impersonation, or else for the program's own account. Tokens
 * are cached until they expire.
 */
export function googleAccessToken({ auth = defaultAuth() }: GoogleOptions = {}): TokenFunction {
  const clients = new Map<string, Promise<AnyAuthClient>>();
  return async (_context, { serviceAccount, scopes }) => {
    const key = JSON.stringify([serviceAccount, scopes]);
    const client = await cached(clients, key, () => accessClient(auth, serviceAccount, scopes));
    const { token } = await client.getAccessToken();
    return token ?? undefined;
  };
}

/** Options of `googleIdToken`. */
export interface IdTokenOptions extends GoogleOptions {
  /** The audience of the tokens; by default the origin of the service. */
  readonly audience?: string | ((request: CredentialRequest) => string) | undefined;
}

/** Returns ID tokens of the program's own account. Tokens are cached until they expire. */
export function googleIdToken({ auth = defaultAuth(), audience }: IdTokenOptions = {}): TokenFunction {
  const clients = new Map<string, ReturnType<GoogleAuth["getIdTokenClient"]>>();
  return async (_context, request) => {
    const target = typeof audience === "function" ? audience(request) : (audience ?? request.audience);
    const client = await cached(clients, target, () => auth.getIdTokenClient(target));
    const headers = await client.getRequestHeaders();
    return headers.get("authorization")?.replace(/^Bearer /, "");
  };
}

/** The function that the option `auth` accepts for a security scheme whose credential is a token. */
export type TokenFunction = (context: Context, request: CredentialRequest) => Promise<string | undefined>;

/** Options of the function that reads secrets from Secret Manager. */
export interface SecretManagerOptions extends GoogleOptions {
  /** Replaces the address of Secret Manager, for example by that of an emulator. */
  readonly endpoint?: string | undefined;
  /** Sends the requests to Secret Manager; the global `fetch` by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Milliseconds for which a value is cached; five minutes by default. */
  readonly keep?: number | undefined;
}

/** The timeout of a request to Secret Manager, in milliseconds. */
const timeout = 10_000;

/** The maximum bytes of a Secret Manager response. A secret has 64 KiB at most. */
const maxSecretBytes = 1 << 20;

/** The resource name of a secret's version. No part of the name can lead to another path of the API. */
const versionName = /^projects\/[\w.:-]+\/(?:locations\/([a-z0-9-]+)\/)?secrets\/[\w-]+\/versions\/[\w-]+$/;

/**
 * Returns secrets by the names of their versions, `projects/…/secrets/…/versions/…`, with or without a location; `undefined` for other
 * names.
 */
export function secretManager(options: SecretManagerOptions = {}): SecretSource {
  const { auth = defaultAuth(), keep = 300_000 } = options;
  const accessToken = googleAccessToken({ auth });
  const values = new Map<string, { readonly value: Promise<string | undefined>; readonly until: number }>();
  return (name) => {
    const version = versionName.exec(name);
    if (version === null) return undefined;
    const location = version[1];
    const known = values.get(name);
    if (known !== undefined && Date.now() < known.until) return known.value;
    const host = location === undefined ? "secretmanager" : `secretmanager.${location}.rep`;
    const value = readSecret(new URL(`/v1/${name}:access`, options.endpoint ?? `https://${host}.googleapis.com`), options, accessToken);
    values.set(name, { value, until: Date.now() + keep });
    value.catch(() => values.delete(name));
    return value;
  };
}

async function readSecret(
  address: URL,
  { fetch: customFetch }: SecretManagerOptions,
  accessToken: TokenFunction,
): Promise<string | undefined> {
  const service = { audience: address.origin, address: address.origin + address.pathname };
  const endpoint = { kind: "openapi", securitySchemes: {}, timeout } as const;
  const request = { tool: "", toolset: "", scheme: "", scopes: [cloudPlatform], endpoint, ...service, serviceAccount: undefined };
  const token = await accessToken({}, request);
  const signal = AbortSignal.timeout(timeout);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await (customFetch ?? fetch)(new Request(address, { headers, redirect: "manual", signal }));
  const bytes = await readBounded(response, { bytes: maxSecretBytes, signal });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Secret Manager responded with status ${response.status}.`);
  const body: unknown = parseBounded(new TextDecoder().decode(bytes));
  const data = ownMember(ownMember(body, "payload"), "data");
  if (typeof data !== "string") throw new Error("The response of Secret Manager has no payload.");
  return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
}

function defaultAuth(): GoogleAuth {
  return new GoogleAuth({ scopes: cloudPlatform });
}

async function accessClient(auth: GoogleAuth, account: string | undefined, scopes: readonly string[]): Promise<AnyAuthClient> {
  const requestedScopes = scopes.length === 0 ? [cloudPlatform] : [...scopes];
  const own = await auth.getClient();
  if (own instanceof JWT && (account === undefined || own.email === account)) return own.createScoped(requestedScopes);
  // The scopes of `own` cannot be changed here, since the program sets them when it creates `auth`.
  return account === undefined ? own : new Impersonated({ sourceClient: own, targetPrincipal: account, targetScopes: requestedScopes });
}

/** The cached value of a key, which is made on the first call. A failure is not cached. */
function cached<Value>(values: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  made.catch(() => values.delete(key));
  return made;
}
