import { createHash } from "node:crypto";
import { isRecord } from "../../runtime/json.ts";
import { parseBounded } from "../../runtime/response/parse-bounded.ts";
import { readBounded } from "../../runtime/response/read-bounded.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { Failure } from "../failure.ts";
import { loopbackNames } from "../process/callers.ts";
import { unreachable, withoutQuery } from "./fetch-document.ts";
import type { OciReference } from "./oci-reference.ts";
import { decodeText, describeLimits } from "./response-text.ts";

/** A request for content of a repository. */
interface ContentRequest {
  /** The path after the name of the repository, such as `blobs/sha256:…`. */
  readonly path: string;
  readonly accept: string;
  /** The digest that the content must have; `undefined` if any content is accepted. */
  readonly digest: string | undefined;
  /** The maximum size of the content in bytes. */
  readonly bytes: number;
}

/**
 * Content of a repository. `digest` is computed from `bytes`, and has been compared with the requested digest or, if none was requested,
 * with the digest in the response.
 */
export interface RepositoryContent {
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly url: URL;
}

export type ReadContent = (request: ContentRequest) => Promise<RepositoryContent>;

const maxRedirects = 5;

const maxTokenBytes = 64 * 1024;

/**
 * Returns a function that reads content of a repository by the OCI Distribution Specification 1.1: over https, or over http on this
 * machine. If the registry requires a token, requests an anonymous token (Distribution Registry, "Token Authentication Specification"). If
 * a redirect leads to another host, the token is not sent there. The function throws a `Failure` if the content cannot be read.
 */
export function readRepository({ registry, name, tag, digest }: OciReference, timeout: number): ReadContent {
  const base = parseUrl(`https://${registry}`);
  if (base === undefined) throw new Failure(`"${registry}" is not the name of a host.`, "Check the URL.");
  if (isLoopback(base)) base.protocol = "http:";
  const label = `${name}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
  const signal = AbortSignal.timeout(timeout);
  let token: string | undefined;

  return async (request) => {
    const url = new URL(`/v2/${name}/${request.path}`, base);
    try {
      let response = await get(url, request.accept, { token, signal });
      if (response.status === 401 && token === undefined) {
        token = await anonymousToken(response, { url, name, signal });
        if (token !== undefined) response = await get(url, request.accept, { token, signal });
      }
      if (!response.ok) throw await refused(response, registry, label);
      const bytes = await describeLimits(url, () => readBounded(response, { bytes: request.bytes, signal }));
      return { bytes, url, digest: checkedDigest(bytes, request.digest ?? response.headers.get("docker-content-digest"), url) };
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
      throw new Failure(`${withoutQuery(url)} redirects to ${next === undefined ? "an invalid URL" : withoutQuery(next)}.`, onlyHttps);
    if (count === maxRedirects)
      throw new Failure(`${withoutQuery(from)} redirects more than ${maxRedirects} times.`, "Contact the operator of the registry.");
    url = next;
  }
}

const onlyHttps = "Only redirects and token requests to https URLs of other machines are followed. Contact the operator of the registry.";

/**
 * Whether a URL from a response of a registry may be requested. A URL of this machine is allowed only if the registry itself runs on this
 * machine.
 */
function isAllowed(next: URL, registry: URL): boolean {
  return isLoopback(next) ? isLoopback(registry) && /^https?:$/.test(next.protocol) : next.protocol === "https:";
}

function isLoopback({ hostname }: URL): boolean {
  return loopbackNames.includes(hostname);
}

/**
 * Requests an anonymous token at the URL that the response names in its challenge (`www-authenticate`). Returns `undefined` if there is no
 * such challenge, or if no token is issued.
 */
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
      `The registry at ${withoutQuery(url)} names ${realm === undefined ? "an invalid URL" : withoutQuery(realm)} as its address for tokens.`,
      onlyHttps,
    );
  const service = given.get("service");
  if (service !== undefined) realm.searchParams.set("service", service);
  realm.searchParams.set("scope", given.get("scope") ?? `repository:${name}:pull`);
  const tokenResponse = await fetch(realm, { redirect: "error", signal, headers: { accept: "application/json" } });
  if (!tokenResponse.ok) {
    await tokenResponse.body?.cancel();
    return undefined;
  }
  const bytes = await describeLimits(realm, () => readBounded(tokenResponse, { bytes: maxTokenBytes, signal }));
  const { token, access_token = token } = await record(bytes, realm);
  // A token with any other character is ignored, since a header cannot contain the character.
  return typeof access_token === "string" && /^[\x21-\x7e]+$/.test(access_token) ? access_token : undefined;
}

/** Parses bytes as a JSON object. Returns an empty object if the bytes are anything else. */
export async function record(bytes: Uint8Array, url: URL): Promise<{ readonly [member: string]: unknown }> {
  try {
    const data = await describeLimits(url, () => parseBounded(decodeText(bytes, url)));
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
      `${registry} does not allow anonymous access to ${label} (status ${status}).`,
      "Registries are read without credentials. Check the name, or fetch the file by other means, such as `oras pull`, and save it beside its definition.",
    );
  return new Failure(
    `${registry} responded with status ${status} for ${label}.`,
    status === 429 ? "Try again later." : "Contact the operator of the registry.",
  );
}

/** Computes the digest of the bytes. Throws if an SHA-256 digest is expected and differs from the computed one. */
function checkedDigest(bytes: Uint8Array, expected: string | null, url: URL): string {
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  if (expected?.startsWith("sha256:") && digest !== expected)
    throw new Failure(
      `The content at ${withoutQuery(url)} has the digest ${digest}, not ${expected}.`,
      "It was changed in the registry or during transfer. Nothing is saved.",
    );
  return digest;
}
