import { tryParseUrl } from "../../try-parse-url.ts";
import type { Keywords } from "../evaluation.ts";
import { type CheckedFormat, isCheckedFormat } from "../keyword-parts.ts";

/** The keyword `format`, where it is asserted. Other formats than the checked ones are annotations. */
export const formatKeywords: Keywords<string> = {
  format: {
    check: (text, format: string) => !isCheckedFormat(format) || checkedFormats[format].matches(text),
    text: (format: CheckedFormat) => {
      const { example } = checkedFormats[format];
      return `must be a valid ${format}${example === undefined ? "" : `, such as ${JSON.stringify(example)}`}.`;
    },
  },
};

interface Format {
  readonly matches: (text: string) => boolean;
  /** A valid value for messages; absent if the format is well known. */
  readonly example?: string;
}

const checkedFormats: { readonly [format in CheckedFormat]: Format } = {
  date: { matches: isDate, example: "2026-01-31" },
  "date-time": { matches: isDateTime, example: "2026-01-31T09:30:00Z" },
  time: { matches: isTime, example: "09:30:00Z" },
  uri: { matches: isUri, example: "https://example.com/a" },
  uuid: { matches: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text) },
  email: { matches: isEmail },
  hostname: { matches: isHostname },
  ipv4: { matches: isIpv4 },
  ipv6: { matches: isIpv6 },
};

function isDate(text: string): boolean {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text)) return false;
  // The parser may turn the 30th of February into the 2nd of March.
  const date = Number(text.slice(-2)) > 28 ? new Date(text) : undefined;
  return date === undefined || (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text));
}

function isDateTime(text: string): boolean {
  const [date = "", time = "", ...others] = text.split(/t|\s/i);
  return others.length === 0 && isDate(date) && isTime(time);
}

function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (parts === null) return false;
  const [hour = 0, minute = 0, second = 0, , offsetHour = 0, offsetMinute = 0] = parts.slice(1).map((part = "0") => Number(part));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  // A leap second is inserted at the end of a day in UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === "-" ? -1 : 1);
  return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

/** Whether `text` is an absolute URI (RFC 3986 §3). */
function isUri(text: string): boolean {
  const [, host = ""] =
    /^[a-z][a-z\d+.-]*:(?:\/\/(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(\[[^\]]*\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?(?=[/?#]|$)|(?=[^?#])(?!\/\/))(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i.exec(
      text,
    ) ?? [undefined, "["];
  return !host.startsWith("[") || /^\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]$/i.test(host) || isIpv6(host.slice(1, -1));
}

function isEmail(text: string): boolean {
  const [, name = "", host = ""] = /^("(?:[ !#-[\]-~]|\\[ -~])*"|[\w.!#$%&'*+/=?^`{|}~-]+)@(.+)$/.exec(text) ?? [];
  if (name === "" || name.length > 64 || /^\.|^[^"].*\.\.|\.$/.test(name)) return false;
  const address = /^\[(ipv6:)?(.*)\]$/i.exec(host);
  if (address === null) return isHostname(host);
  return (address[1] === undefined ? isIpv4 : isIpv6)(address[2] ?? "");
}

function isHostname(text: string): boolean {
  return text.length <= 253 && /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(text);
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)(?:\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && tryParseUrl(`http://[${text}]`) !== undefined;
}
