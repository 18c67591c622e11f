import { mapStrings } from "../json.ts";
import { parseBounded } from "../response/parse-bounded.ts";

/** The maximum bytes of a reason. */
const maxBytes = 1024;

/**
 * The reason that a service gives for rejecting a call, as one line of JSON, so that a model can distinguish it from text of this
 * library: `{"error":"qty is too small"}`, or `"qty is too small"` for plain text. It contains no credentials, no control characters
 * and no invisible ones, and has at most 1 KiB. `undefined` if the response has no reason, or is an HTML page.
 */
export function serviceReason(response: string, redact: (text: string) => string): string | undefined {
  if (htmlPage.test(response.slice(0, 1000))) return undefined;
  // Credentials are redacted before and after invisible characters are removed: a credential may contain such characters, or be interrupted
  // by them.
  const value = mapStrings(jsonOrText(response), (text) => redact(visible(redact(text))));
  const whole = JSON.stringify(value);
  if (["null", '""', "{}", "[]"].includes(whole)) return undefined;
  return redact(byteLength(whole) <= maxBytes ? whole : cutReason(value));
}

/** The sentence that adds a reason to a message. It must be the last sentence, since the service's text may not end with a full stop. */
export function reasonSentence(reason: unknown): string {
  return reason === undefined ? "" : ` Reason from the service: ${reason}`;
}

const htmlPage = /<!doctype html|<html[\s>]/i;

function jsonOrText(response: string): unknown {
  try {
    return parseBounded(response);
  } catch {
    return response;
  }
}

/** The text in one line, without invisible characters: they could hide instructions, or reverse the order in which text is shown. */
function visible(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** What is in the names of members that contain reasons: RFC 9457, RFC 6749 §5.2, JSON:API, Google, OData and others. */
const reasonMembers = /title|detail|message|error|description|reason|code|status|fault|issue|failure|hint|violation|invalid/i;

/** Deeper values of a long reason are omitted. */
const maxDepth = 6;

const ellipsis = "…";

/**
 * As much of the service's reason as fits into `maxBytes`: long texts lose their ends, and long lists and objects their last members. The
 * members in `reasonMembers` come first, so that a stack trace does not displace them.
 */
function cutReason(value: unknown): string {
  for (let limit = maxBytes; ; limit -= Math.ceil(limit / 4)) {
    const text = JSON.stringify(cut(value, limit, maxDepth));
    if (byteLength(text) <= maxBytes) return text;
  }
}

/** A value whose texts, lists and objects have at most `limit` characters, items and members. */
function cut(value: unknown, limit: number, depth: number): unknown {
  if (typeof value === "string") return value.length > limit ? startOf(value, limit) + ellipsis : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return ellipsis;
  if (Array.isArray(value)) return value.slice(0, limit).map((item) => cut(item, limit, depth - 1));
  const members = Object.entries(value).sort(([a], [b]) => Number(reasonMembers.test(b)) - Number(reasonMembers.test(a)));
  return Object.fromEntries(members.slice(0, limit).map(([name, member]) => [startOf(name, limit), cut(member, limit, depth - 1)]));
}

/** The first characters of a text, without the half of a surrogate pair. */
function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
