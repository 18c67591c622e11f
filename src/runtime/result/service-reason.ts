import { isRecord, mapStrings } from "../json.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { cutObject, cutValue, utf8Length } from "./cut-value.ts";

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
  return redact(utf8Length(whole) <= maxBytes ? whole : JSON.stringify(cutReason(value)));
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

/** The names of members that contain reasons: RFC 9457, RFC 6749 §5.2, JSON:API, Google, OData and others. */
const reasonMembers =
  /^(?:title|details?|messages?|errors?|error_?messages?|error_?description|description|reasons?|codes?|status|fault(?:string)?|issues|failures|hints?|violations|invalid[-_]?params)$/i;

/**
 * As much of the service's reason as fits into `maxBytes`. The members in `reasonMembers` come first, so that a stack trace does not
 * displace them.
 */
function cutReason(value: unknown): unknown {
  if (!isRecord(value)) return cutValue(value, maxBytes).value;
  const members = Object.entries(value);
  const first = cutObject(Object.fromEntries(members.filter(([name]) => reasonMembers.test(name))), maxBytes).value;
  const others = Object.fromEntries(members.filter(([name]) => !reasonMembers.test(name)));
  const room = maxBytes - utf8Length(JSON.stringify(first));
  return { ...first, ...cutObject(others, room).value };
}
