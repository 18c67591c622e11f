import { createHash } from "node:crypto";
import { isRecord } from "../runtime/json.ts";
import { parseBounded } from "../runtime/response/parse-bounded.ts";
import { readBounded } from "../runtime/response/read-bounded.ts";
import { parseUrl } from "../source/parse-url.ts";
import { loopbackNames } from "./callers.ts";
import { Failure } from "./failure.ts";
import { unreachable, withoutQuery } from "./fetch-document.ts";
import type { OciReference } from "./oci-reference.ts";
import { decodeText, describeLimits } from "./response-text.ts";

/** Something in a repository: its path, such as `blobs/sha256:…`, and what it may be. */
interface Wanted {
  readonly path: string;
  readonly accept: string;
  /** The digest that its bytes must have. */
  readonly digest: string | undefined;
  /** The most bytes that it may have. */
  readonly bytes: number;
}

/** Content whose digest is what was wanted, or what the registry says. */
export interface RepositoryContent {
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly url: URL;
}

export type ReadContent = (wanted: Wanted) => Promise<RepositoryContent>;

const mostRedirects = 5;

const maxTokenBytes = 64 * 1024;

/**
 * Reads from a repository by the OCI Distribution Specification 1.1: over https, or over http on this machine. A registry that requires
 * a token is read with one that anybody gets (Distribution Registry, "Token Authentication Specification"). A redirect to another host
 * is followed without the token. The function throws a `Failure`.
 */
export function readRepository({ registry, name, tag, digest }: OciReference, timeout: number): ReadContent {
  const base = parseUrl(`https://${registry}`);
  if (base === undefined) throw new Failure(`"${registry}" is not the name of a host.`, "Check the address.");
  if (isLoopback(base)) base.protocol = "http:";
  const label = `${name}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
  const signal = AbortSignal.timeout(timeout);
  let token: string | undefined;

  return async (wanted) => {
    const url = new URL(`/v2/${name}/${wanted.path}`, base);
    try {
      let response = await get(url, wanted.accept, { token, signal });
      if (response.status === 401 && token === undefined) {
        token = await anonymousToken(response, { url, name, signal });
        if (token !== undefined) response = await get(url, wanted.accept, { token, signal });
      }
      if (!response.ok) throw await refused(response, registry, label);
      const bytes = await describeLimits(url, () => readBounded(response, { bytes: wanted.bytes, signal }));
      return { bytes, url, digest: checkedDigest(bytes, wanted.digest ?? response.headers.get("docker-content-digest"), url) };
    } catch (error) {
      throw unreachable(url, error, timeout);
    }
  };
}

interface Access {
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

async function get(from: URL, accept: string, { token, signal }: Access): Promise<Response> {
  let url = from;
  for (let count = 0; ; count++) {
    const authorization = token !== undefined && url.origin === from.origin ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(url, { redirect: "manual", signal, headers: { accept, ...authorization } });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    const next = parseUrl(location, url);
    if (next === undefined || !isAllowed(next, from))
      throw new Failure(`${withoutQuery(url)} redirects to ${next === undefined ? "an invalid address" : withoutQuery(next)}.`, onlyHttps);
    if (count === mostRedirects)
      throw new Failure(`${withoutQuery(from)} redirects more than ${mostRedirects} times.`, "Ask who runs the registry.");
    url = next;
  }
}

const onlyHttps = "Only https is followed, and never to this machine. Ask who runs the registry.";

/** Whether an address that a registry names is requested. Those of this machine are none of its business, unless it runs here. */
function isAllowed(next: URL, registry: URL): boolean {
  return isLoopback(next) ? isLoopback(registry) && /^https?:$/.test(next.protocol) : next.protocol === "https:";
}

function isLoopback({ hostname }: URL): boolean {
  return loopbackNames.includes(hostname);
}

/** The token that the challenge of a response offers to everybody; `undefined` if there is none. */
async function anonymousToken(
  response: Response,
  { url, name, signal }: { readonly url: URL; readonly name: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const [, parameters] = /\bBearer\s+(.*)/i.exec(response.headers.get("www-authenticate") ?? "") ?? [];
  if (parameters === undefined) return undefined;
  await response.body?.cancel();
  const given = new Map([...parameters.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key.toLowerCase(), value]));
  const realm = parseUrl(given.get("realm") ?? "");
  if (realm === undefined || !isAllowed(realm, url))
    throw new Failure(
      `${withoutQuery(url)} offers tokens at ${realm === undefined ? "no valid address" : withoutQuery(realm)}.`,
      onlyHttps,
    );
  const service = given.get("service");
  if (service !== undefined) realm.searchParams.set("service", service);
  realm.searchParams.set("scope", given.get("scope") ?? `repository:${name}:pull`);
  const answer = await fetch(realm, { redirect: "error", signal, headers: { accept: "application/json" } });
  if (!answer.ok) {
    await answer.body?.cancel();
    return undefined;
  }
  const bytes = await describeLimits(realm, () => readBounded(answer, { bytes: maxTokenBytes, signal }));
  const { token, access_token = token } = record(bytes, realm);
  // A header can have no other characters.
  return typeof access_token === "string" && /^[\x21-\x7e]+$/.test(access_token) ? access_token : undefined;
}

/** The JSON object in some bytes; an empty one where there is none. */
export function record(bytes: Uint8Array, url: URL): { readonly [member: string]: unknown } {
  try {
    const data = parseBounded(decodeText(bytes, url));
    return isRecord(data) ? data : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

async function refused(response: Response, registry: string, label: string): Promise<Failure> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 404) return new Failure(`${registry} has no ${label}.`, "Check the name, and its tag or digest.");
  if (status === 401 || status === 403)
    return new Failure(
      `${registry} does not let everybody read ${label} (${status}).`,
      "It is read without credentials. Check the name, or fetch the file by other means, such as `oras pull`, and save it beside its definition.",
    );
  return new Failure(`${registry} answers ${status} for ${label}.`, status === 429 ? "Try again later." : "Ask who runs the registry.");
}

/** The digest of some bytes. Throws if another one was expected. */
function checkedDigest(bytes: Uint8Array, expected: string | null, url: URL): string {
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  if (expected?.startsWith("sha256:") && digest !== expected)
    throw new Failure(
      `What ${withoutQuery(url)} answers has the digest ${digest}, not ${expected}.`,
      "It was changed in the registry or on the way. Nothing is saved.",
    );
  return digest;
}
