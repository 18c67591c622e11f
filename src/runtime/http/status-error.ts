import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { readBounded } from "../response/read-bounded.ts";
import { reasonSentence, serviceReason } from "../result/service-reason.ts";
import { sentError, type ToolError } from "../tool-error.ts";
import { decodedText } from "./decoded-text.ts";
import { isJson, isText } from "./media-type.ts";

/** The options for reading a response. */
export interface ResponseReading {
  readonly signal: AbortSignal;
  /** The origin of the service, for messages. */
  readonly origin: string;
  /** Removes the credentials from text that the service sent. */
  readonly redact: (text: string) => string;
}

/** The maximum bytes of the body that are read if the status is not a success. */
const maxErrorBytes = 1 << 16;

/** The maximum characters of the body in the details of an error. */
const maxErrorText = 4000;

/**
 * The error for a status that is not a success. If the status is 4xx, the message contains the reason that the service states, since a call
 * with other arguments may succeed. With `errors: "status"` in the context, it contains no reason. If the body is too long or incomplete,
 * its start is used, and the status is reported instead of this problem.
 */
export async function statusError(response: Response, call: Call<HttpBinding>, { signal, redact }: ResponseReading): Promise<ToolError> {
  const { status, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const bytes = await readBounded(response, { bytes: maxErrorBytes, signal }, true);
  const body = readableText(bytes, contentType);
  const retryAfter = secondsToWait(headers.get("retry-after") ?? "");
  const isRejected = status >= 400 && status < 500 && call.context.errors !== "status";
  const reason = isRejected ? serviceReason(body, redact) : undefined;
  const wait = retryAfter === undefined ? "" : ` ${waitSentence(retryAfter)}`;
  return sentError("http-error", `The service responded with status ${status}.${wait}${reasonSentence(reason)}`, call.tool, {
    status,
    contentType,
    retryAfter,
    reason,
    challenge: headers.get("www-authenticate") ?? undefined,
    body: redact(body).slice(0, maxErrorText),
  });
}

/**
 * The text of the body of an error response; empty if the body is binary. A body without a content type may be text too, as many small
 * services send it.
 */
function readableText(bytes: Uint8Array, contentType: string): string {
  if (contentType !== "") return isJson(contentType) || isText(contentType) ? decodedText(bytes, contentType) : "";
  const text = decodedText(bytes, contentType);
  return /[\0\ufffd]/.test(text) ? "" : text;
}

/**
 * Reads a `Retry-After` header, which contains seconds or a date (RFC 9110 §10.2.3). Fractions such as "2.0", which some services send, are
 * read as seconds: `Date.parse` would read them as a date.
 */
export function secondsToWait(retryAfter: string): number | undefined {
  const isDate = /[a-z]/i.test(retryAfter);
  const seconds = isDate
    ? (Date.parse(retryAfter) - Date.now()) / 1000
    : /^\d+(?:\.\d+)?$/.test(retryAfter)
      ? Number(retryAfter)
      : Number.NaN;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function waitSentence(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `Retry after ${whole} second${whole === 1 ? "" : "s"}.`;
}
