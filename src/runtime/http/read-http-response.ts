import type { HttpBinding, ResponseBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { part } from "../part.ts";
import { base64Of } from "../response/base64.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, ResponseLimitError, readBounded } from "../response/read-bounded.ts";
import { sentError, type ToolError } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import { decodedText } from "./decoded-text.ts";
import { isPreferred, isSequence } from "./is-preferred.ts";
import { essence, isInRange, isJson, isText } from "./media-type.ts";
import { type ResponseReading, statusError } from "./status-error.ts";

/** Converts a response to the tool's output. Throws for a status that is not a success. */
export async function readHttpResponse(response: Response, call: Call<HttpBinding>, reading: ResponseReading): Promise<unknown> {
  const { status, headers, type } = response;
  const contentType = headers.get("content-type") ?? "";
  if (type === "opaqueredirect" || (status >= 300 && status < 400 && headers.has("location"))) {
    // An unread body would keep the connection open.
    response.body?.cancel().catch(() => undefined);
    throw redirectError(response, call);
  }
  if (!response.ok) throw await statusError(response, call, reading);
  const { readBody = readBounded } = call.context;
  const bytes = await readBody(response, { bytes: maxResponseBytes, signal: reading.signal }).catch((error: unknown) => {
    throw error instanceof ResponseLimitError ? limitError(error, status, call) : networkError(error, call, reading.origin);
  });
  const binding = bindingOf(status, contentType, call.binding);
  const value = parsed({ bytes, contentType, status, binding }, call);
  const { output, responses } = call.binding;
  return output === "result" || (binding !== undefined && isOtherThanObject(value) && !isPreferred(binding, responses))
    ? { result: value }
    : value;
}

/** Whether a value is a text or a sequence, which is not the output of a tool that returns objects. */
function isOtherThanObject(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}

function limitError({ code, message, limit }: ResponseLimitError, status: number, { tool }: Call<HttpBinding>): ToolError {
  return sentError(code, `The response ${message}. The call was made.`, tool, { status, limit });
}

/** The error for a redirect. It contains only the origin of the target, since the path and the query may contain a signature. */
function redirectError({ type, status, headers, url }: Response, call: Call<HttpBinding>): ToolError {
  const address = tryParseUrl(headers.get("location") ?? "", url || undefined);
  // Only `http` and `https` addresses have an origin; for other schemes, `URL.origin` is the string "null".
  const location = address !== undefined && isHttp(address) ? address.origin : "";
  // WHATWG Fetch §3.1.5: browsers hide the status and headers of redirects from programs.
  const isHidden = type === "opaqueredirect";
  const target = isHidden || location === "" ? "" : ` to "${location}"`;
  return sentError(
    "redirect",
    `The service responded with a redirect${target}. Redirects are not followed, since the target would receive the credentials. If the service has moved, change its address.`,
    call.tool,
    isHidden ? {} : { status, location },
  );
}

/**
 * The response binding for a status and content type. A response for the exact status is preferred to one for its range, such as `2XX`, and
 * a range to `default`.
 */
function bindingOf(status: number, contentType: string, binding: HttpBinding): ResponseBinding | undefined {
  for (const key of [String(status), `${Math.floor(status / 100)}XX`, "default"]) {
    const named = binding.responses.filter((response) => response.status.toUpperCase() === key.toUpperCase());
    if (named.length === 0) continue;
    const fits = (response: ResponseBinding) => response.contentType !== null && isInRange(contentType, response.contentType);
    return (
      named.find((response) => fits(response) && !response.contentType?.includes("*")) ??
      named.find(fits) ??
      named.find((response) => response.body !== "none")
    );
  }
  return undefined;
}

interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly status: number;
  /** The response as the document describes it; `undefined` if the document does not describe it. */
  readonly binding: ResponseBinding | undefined;
}

function parsed({ bytes, contentType, status, binding }: Content, call: Call<HttpBinding>): unknown {
  const isEmpty = bytes.byteLength === 0;
  if (isEmpty && (status === 204 || status === 205)) return null;
  const described = binding?.body ?? "none";
  // An empty text is read as `null`, unless the document describes something else.
  const body = described !== "none" ? described : isEmpty ? "json" : bodyOf(contentType);
  const text = () => decodedText(bytes, contentType);
  const parseSequence = isSequence(body) ? part("sequences", call) : undefined;
  try {
    if (parseSequence !== undefined) return parseSequence(text(), contentType || (binding?.contentType ?? ""), body);
    if (body === "binary") return fileOf(bytes, contentType);
    return body === "text" ? text() : parsedJson(text());
  } catch (error) {
    if (error instanceof ResponseLimitError) throw limitError(error, status, call);
    // The error of the parser is omitted, since its message quotes the response.
    throw sentError(
      "invalid-response",
      `The service responded with status ${status}, but its content${contentType === "" ? "" : ` of media type "${essence(contentType)}"`} is not ${body === "json" ? "JSON" : "a sequence of JSON texts"}. The call was made.`,
      call.tool,
      { contentType, bytes: bytes.byteLength },
    );
  }
}

function fileOf(bytes: Uint8Array, contentType: string): unknown {
  return { mediaType: essence(contentType) || "application/octet-stream", base64: base64Of(bytes) };
}

/** Parses JSON. If the text is only white space, the result is `null`: some services send such a text as an empty response. */
function parsedJson(text: string): unknown {
  return text.trim() === "" ? null : parseBounded(text);
}

/** How to read a response that the document does not describe. */
function bodyOf(contentType: string): "json" | "text" | "binary" {
  if (isJson(contentType)) return "json";
  return isText(contentType) ? "text" : "binary";
}
