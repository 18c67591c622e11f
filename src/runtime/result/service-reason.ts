import { changeTexts, isRecord } from "../json.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { cutValue } from "./cut-value.ts";

/** The maximum bytes of a reason. */
const maxBytes = 1024;

/**
 * The reason that a service gives for rejecting a call, as one line of JSON, so that a model can tell it from text of this library:
 * `{"error":"qty is too small"}`, or `"qty is too small"` for plain text. It has no credentials, no control characters and no
 * invisible ones, and is cut to 1 KiB. `undefined` if the response has no reason, or is an HTML page.
 */
export function serviceReason(response: string, hide: (text: string) => string): string | undefined {
  if (htmlPage.test(response.slice(0, 1000))) return undefined;
  // Hidden twice, since a credential may have such characters, or be interrupted by them.
  const value = changeTexts(jsonOrText(response), (text) => hide(visible(hide(text))));
  const whole = JSON.stringify(value);
  if (["null", '""', "{}", "[]"].includes(whole)) return undefined;
  return hide(byteLength(whole) <= maxBytes ? whole : JSON.stringify(cutReason(value)));
}

/** The sentence with which a reason follows a message. Nothing stands after it. */
export function reasonSentence(reason: unknown): string {
  return reason === undefined ? "" : ` The service's own words: ${reason}`;
}

const htmlPage = /<!doctype html|<html[\s>]/i;

function jsonOrText(response: string): unknown {
  try {
    return parseBounded(response);
  } catch {
    return response;
  }
}

/** The text in one line, without characters that are not shown: they could hide instructions, or reverse what is shown. */
function visible(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** The members of usual errors: RFC 9457, RFC 6749 §5.2, JSON:API, Google, OData and others. */
const telling =
  /^(?:title|details?|messages?|errors?|error_?messages?|error_?description|description|reasons?|codes?|status|fault(?:string)?|issues|failures|hints?|violations|invalid[-_]?params)$/i;

/** As much as fits: first the members that tell the reason, so that a stack trace does not displace them. */
function cutReason(value: unknown): unknown {
  if (!isRecord(value)) return cutValue(value, maxBytes).value;
  const members = Object.entries(value);
  const first = cutValue(Object.fromEntries(members.filter(([name]) => telling.test(name))), maxBytes).value;
  const others = Object.fromEntries(members.filter(([name]) => !telling.test(name)));
  const room = maxBytes - byteLength(JSON.stringify(first));
  return { ...asObject(first), ...asObject(cutValue(others, room).value) };
}

function byteLength(json: string): number {
  return new TextEncoder().encode(json).length;
}

function asObject(value: unknown): object {
  return value as object; // `cutValue` returns an object for an object.
}
