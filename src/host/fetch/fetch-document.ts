import { checkBounded } from "../../runtime/response/parse-bounded.ts";
import { overLimit } from "../../runtime/response/read-bounded.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { harmlessProblems } from "../../source/problem-index.ts";
import { documentUrl, isHtmlPage } from "../../source/text/html-page.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { Failure } from "../failure.ts";
import { describeLimits, responseText } from "./response-text.ts";

/** An OpenAPI document, unchanged as received. */
export interface FetchedDocument {
  readonly text: string;
  readonly format: "json" | "yaml";
}

const maxRedirects = 5;

/** The maximum size of a document in bytes. The largest public OpenAPI document has 13 MB. */
const maxDocumentBytes = 16 * 1024 * 1024;

/**
 * The maximum number of lines, items and members of YAML. The parser needs a hundred bytes for each. The largest public documents have
 * 100,000.
 */
const maxYamlValues = 500_000;

/**
 * Fetches an OpenAPI document. If a redirect leads to another origin, throws an error that names the origin, so that the user decides
 * whether to trust it.
 */
export async function fetchDocument(address: string, { timeout }: { readonly timeout: number }): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(timeout);
  let url = parsedAddress(address);
  for (let count = 0; ; count++) {
    const response = await get(url, signal, timeout);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) return read(response, url, signal, timeout);
    await response.body?.cancel();
    const next = parseUrl(location, url);
    if (next === undefined) throw new Failure(`${withoutQuery(url)} redirects to an invalid URL.`, "Contact the operator of the server.");
    if (next.origin !== url.origin)
      throw new Failure(
        `${withoutQuery(url)} redirects to another origin, ${next.origin}.`,
        "Redirects are followed only within an origin: scheme, host and port. If you trust the other origin, pull from its URL.",
      );
    if (count === maxRedirects)
      throw new Failure(
        `${withoutQuery(parsedAddress(address))} redirects more than ${maxRedirects} times.`,
        "Contact the operator of the server.",
      );
    url = next;
  }
}

/** Parses an http(s) address. Throws a `Failure` for any other address, and for one with credentials. */
export function parsedAddress(address: string): URL {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Failure(`"${address}" is not an http(s) URL.`, "Write an absolute URL such as https://api.example.com/openapi.json.");
  if (url.username !== "" || url.password !== "")
    throw new Failure(
      "The URL contains a user name or a password.",
      "The credentials would be saved in toolsetc.yaml. Fetch the document by other means, and save it beside its definition.",
    );
  return url;
}

async function get(url: URL, signal: AbortSignal, timeout: number): Promise<Response> {
  try {
    const accept =
      "application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/json, application/yaml, text/yaml, */*;q=0.5";
    return await fetch(url, { redirect: "manual", signal, headers: { accept } });
  } catch (error) {
    throw unreachable(url, error, timeout);
  }
}

async function read(response: Response, url: URL, signal: AbortSignal, timeout: number): Promise<FetchedDocument> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Failure(
      `${withoutQuery(url)} responded with status ${response.status}${response.statusText === "" ? "" : ` ${response.statusText}`}.`,
      "Check the URL.",
    );
  }
  const text = await responseText(response, url, { bytes: maxDocumentBytes, signal }).catch((error: unknown) => {
    throw unreachable(url, error, timeout);
  });
  return { text, format: await documentFormat(text, url) };
}

/**
 * The format of an OpenAPI document. Throws if the text is no such document. Most other texts are rejected before they are parsed, so that
 * an untrusted response cannot fill the memory.
 */
async function documentFormat(text: string, url: URL): Promise<FetchedDocument["format"]> {
  if (isHtmlPage(text)) throw htmlPage(text, url);
  if (!/(?:openapi|swagger)["']?\s*:/.test(text)) throw noDocument(url);
  await describeLimits(url, () => (/^[\s\ufeff]*[[{]/.test(text) ? checkBounded(text) : checkYaml(text)));
  const { problems, data, format } = parseTree({ path: url.pathname, text });
  const [problem] = problems;
  if (problem !== undefined && problem.code !== "duplicate-key" && !harmlessProblems.has(problem.code))
    throw new Failure(
      `The response of ${withoutQuery(url)} cannot be read: ${problem.code === "unknown-tag" ? `the tag "${problem.reason}" is not supported.` : problem.reason}`,
      "The response must be an OpenAPI document in JSON or YAML.",
    );
  if (typeof data !== "object" || data === null || !("openapi" in data || "swagger" in data)) throw noDocument(url);
  return format === "json" ? "json" : "yaml";
}

function checkYaml(text: string): void {
  let count = 0;
  for (const _each of text.matchAll(/[\n,[{]/g)) {
    if (++count > maxYamlValues) throw overLimit(maxYamlValues, "values");
  }
}

/** The URL without its query, which may contain a signature. */
function withoutQuery({ origin, pathname }: URL): string {
  return origin + pathname;
}

function noDocument(url: URL): Failure {
  return new Failure(
    `The response of ${withoutQuery(url)} is not an OpenAPI document.`,
    "An OpenAPI document is JSON or YAML with `openapi` or `swagger` at its root. Check the URL.",
  );
}

/** The error for a server that returns its documentation or a sign-in page instead of a document. */
function htmlPage(text: string, url: URL): Failure {
  const named = documentUrl(text);
  const found = named === undefined ? undefined : parseUrl(named, url);
  return found === undefined
    ? new Failure(
        `The response of ${withoutQuery(url)} is an HTML page, not an OpenAPI document.`,
        "Use the URL of the document itself, in JSON or YAML. A page of Swagger UI or Redoc links to it. If the page is for signing in, save the document by other means.",
      )
    : new Failure(
        `The response of ${withoutQuery(url)} is an HTML page for the document ${found.href}.`,
        "Use the URL of the document instead.",
      );
}

/** Converts an error of a request to a `Failure`. */
function unreachable(url: URL, error: unknown, timeout: number): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && error.name === "TimeoutError")
    return new Failure(
      `${withoutQuery(url)} did not respond within ${timeout / 1000} s.`,
      "Try again, or fetch the document by other means and save it beside its definition.",
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new Failure(`${withoutQuery(url)} cannot be reached: ${cause}.`, "Check the URL and your network.");
}
