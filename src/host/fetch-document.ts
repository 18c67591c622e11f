import { parseUrl } from "../source/parse-url.ts";
import { parseTree } from "../source/tree.ts";
import { cappedFetch } from "./capped-fetch.ts";
import { Failure } from "./failure.ts";

/** A document as it came. */
export interface FetchedDocument {
  readonly text: string;
  readonly format: "json" | "yaml";
}

const mostRedirects = 5;

/** Fetches an OpenAPI document. Redirects are followed within the origin; another is named, so that the user decides whom to trust. */
export async function fetchDocument(address: string, { timeout }: { readonly timeout: number }): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(timeout);
  let url = parsedAddress(address);
  for (let count = 0; ; count++) {
    const response = await get(url, signal, timeout);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) return read(response, url, signal);
    await response.body?.cancel();
    const next = parseUrl(location, url);
    if (next === undefined) throw new Failure(`${url.href} redirects to what is no address.`, "Ask who runs the server.");
    if (next.origin !== url.origin)
      throw new Failure(
        `${url.href} redirects to another host, ${next.href}.`,
        "Redirects are followed only within a host. If you trust the other one, pull from there.",
      );
    if (count === mostRedirects) throw new Failure(`${address} redirects more than ${mostRedirects} times.`, "Ask who runs the server.");
    url = next;
  }
}

export function parsedAddress(address: string): URL {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Failure(`"${address}" is not an http(s) address.`, "Write it in full, as in https://api.example.com/openapi.json.");
  if (url.username !== "" || url.password !== "")
    throw new Failure(
      "The address has a user name or a password in it.",
      "It would be kept in toolsetc.yaml. Fetch the document by other means, and save it beside its definition.",
    );
  return url;
}

async function get(url: URL, signal: AbortSignal, timeout: number): Promise<Response> {
  try {
    const accept =
      "application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/json, application/yaml, text/yaml, */*;q=0.5";
    return await cappedFetch(url, { redirect: "manual", signal, headers: { accept } });
  } catch (error) {
    throw unreachable(url, error, timeout);
  }
}

async function read(response: Response, url: URL, signal: AbortSignal): Promise<FetchedDocument> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Failure(
      `${url.href} answers ${response.status}${response.statusText === "" ? "" : ` ${response.statusText}`}.`,
      "Check the address.",
    );
  }
  let bytes: ArrayBuffer;
  try {
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw error instanceof Failure ? error : unreachable(url, error, signal.aborted ? 1 : 0);
  }
  const text = decoded(bytes, url);
  const { problems, data, format } = parseTree({ path: url.pathname, text });
  const [problem] = problems;
  if (problem !== undefined && problem.code !== "duplicate-key" && problem.code !== "lossy-number")
    throw new Failure(
      `What ${url.href} answers cannot be read: ${problem.reason}.`,
      "It must be a document in JSON or YAML. A page for people is not one.",
    );
  if (typeof data !== "object" || data === null || !("openapi" in data || "swagger" in data))
    throw new Failure(`What ${url.href} answers is no OpenAPI document.`, "It must have `openapi` or `swagger` at its root.");
  return { text, format: format === "json" ? "json" : "yaml" };
}

function decoded(bytes: ArrayBuffer, url: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(`What ${url.href} answers is not text in UTF-8.`, "Check the address.");
  }
}

function unreachable(url: URL, error: unknown, timeout: number): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && error.name === "TimeoutError")
    return new Failure(
      `${url.href} did not answer within ${timeout / 1000} s.`,
      "Try again, or fetch the document by other means and save it beside its definition.",
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new Failure(`${url.href} cannot be reached: ${cause}.`, "Check the address and your network.");
}
