import { type AnyAuthClient, GoogleAuth, Impersonated, JWT } from "google-auth-library";
import type { CredentialRequest, SecretSource } from "./auth/credential.ts";
import type { CredentialSource } from "./context.ts";
import { ownMember } from "./json.ts";
import { parseBounded } from "./response/parse-bounded.ts";
import { readBounded } from "./response/read-bounded.ts";

/** Who the program is to Google; by default what Application Default Credentials say, which are looked for at the first call. */
export interface GoogleOptions {
  readonly auth?: GoogleAuth | undefined;
}

const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

/** Gives access tokens, for the account that the definition names by impersonation, else for the program's own. They are kept until they expire. */
export function googleAccessToken({ auth = defaultAuth() }: GoogleOptions = {}): TokenFunction {
  const clients = new Map<string, Promise<AnyAuthClient>>();
  return async (_context, { serviceAccount, scopes }) => {
    const key = JSON.stringify([serviceAccount, scopes]);
    const client = await cached(clients, key, () => accessClient(auth, serviceAccount, scopes));
    const { token } = await client.getAccessToken();
    return token ?? undefined;
  };
}

export interface IdTokenOptions extends GoogleOptions {
  /** Whom the tokens are made out to; by default the origin of the service. */
  readonly audience?: string | ((request: CredentialRequest) => string) | undefined;
}

/** Gives ID tokens of the program's own account. They are kept until they expire. */
export function googleIdToken({ auth = defaultAuth(), audience }: IdTokenOptions = {}): TokenFunction {
  const clients = new Map<string, ReturnType<GoogleAuth["getIdTokenClient"]>>();
  return async (_context, wanted) => {
    const target = typeof audience === "function" ? audience(wanted) : (audience ?? wanted.audience);
    const client = await cached(clients, target, () => auth.getIdTokenClient(target));
    const headers = await client.getRequestHeaders();
    return headers.get("authorization")?.replace(/^Bearer /, "");
  };
}

/** What `auth` takes for a scheme whose credential is a token. */
export type TokenFunction = Extract<CredentialSource<string>, (...parameters: never[]) => unknown>;

export interface SecretManagerOptions extends GoogleOptions {
  /** In the place of Secret Manager's own address, such as that of an emulator. */
  readonly endpoint?: string | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Milliseconds that a value is kept; five minutes unless given. */
  readonly keep?: number | undefined;
}

/** Milliseconds that Secret Manager has to answer. */
const timeout = 10_000;

/** Bytes of an answer of Secret Manager that are read. A secret has 64 KiB at most. */
const maxSecretBytes = 1 << 20;

/** A resource name, of which no part leads elsewhere in the API. */
const versionName = /^projects\/[\w.:-]+\/(?:locations\/([a-z0-9-]+)\/)?secrets\/[\w-]+\/versions\/[\w-]+$/;

/** Serves secrets by the names of their versions, `projects/…/secrets/…/versions/…`, with or without a location. It knows no other names. */
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
  const request = { tool: "", toolset: "", scheme: "", scopes: [cloudPlatform], audience: address.origin, serviceAccount: undefined };
  const token = await accessToken({}, request);
  const signal = AbortSignal.timeout(timeout);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await (customFetch ?? fetch)(new Request(address, { headers, redirect: "manual", signal }));
  const bytes = await readBounded(response, { bytes: maxSecretBytes, signal });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Secret Manager answered with status ${response.status}.`);
  const answer: unknown = parseBounded(new TextDecoder().decode(bytes));
  const data = ownMember(ownMember(answer, "payload"), "data");
  if (typeof data !== "string") throw new Error("The answer of Secret Manager has no payload.");
  return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
}

function defaultAuth(): GoogleAuth {
  return new GoogleAuth({ scopes: cloudPlatform });
}

async function accessClient(auth: GoogleAuth, account: string | undefined, scopes: readonly string[]): Promise<AnyAuthClient> {
  const requestedScopes = scopes.length === 0 ? [cloudPlatform] : [...scopes];
  const own = await auth.getClient();
  if (own instanceof JWT && (account === undefined || own.email === account)) return own.createScoped(requestedScopes);
  // The scopes of other accounts are settled where they are made.
  return account === undefined ? own : new Impersonated({ sourceClient: own, targetPrincipal: account, targetScopes: requestedScopes });
}

/** What was made once for a key; a failure is not kept. */
function cached<Value>(values: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  made.catch(() => values.delete(key));
  return made;
}
