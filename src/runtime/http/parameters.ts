import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { unsentError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";
import { formType } from "./content-text.ts";
import { parameterText } from "./form-text.ts";
import { essence, isJson } from "./media-type.ts";
import { encodeReserved, encodeUnreserved } from "./percent-encoding.ts";
import { type Pair, pairText, serializeAlone, serializePairs } from "./serialize.ts";

/** The query without the leading `?`. */
export function queryText(call: Call<HttpBinding>): string {
  const parts: string[] = [];
  for (const { parameter, value } of given(call, "query")) parts.push(...queryPairs(parameter, value).map(pairText));
  for (const { parameter, value } of given(call, "querystring")) parts.push(wholeQuery(parameter, value));
  return parts.filter((part) => part !== "").join("&");
}

/** The names and values of the header parameters. The values are not percent-encoded (OpenAPI 3.1.1, Appendix D). */
export function headerTexts(call: Call<HttpBinding>): Pair[] {
  return given(call, "header").flatMap(({ parameter, value }): Pair[] => {
    const { as, name } = parameter;
    const text = "style" in as ? serializeAlone(name, value, as, (part) => part) : headerContent(as, value);
    return text === undefined ? [] : [[name, checkedHeader(name, text, call)]];
  });
}

/** Serializes the value of a header parameter that has a media type. JSON is escaped to ASCII, which every header may contain. */
function headerContent(as: Parameters<typeof parameterText>[0], value: unknown): string {
  const text = parameterText(as, value);
  if (!isJson(as.contentType)) return text;
  return text.replace(/[^\u0000-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The `Cookie` header; `undefined` if no cookie parameter has a value. Cookies are separated by `; ` (RFC 6265 §4.2.1) in every style,
 * although the style `form` has the separator `&` in a query.
 */
export function cookieText(call: Call<HttpBinding>): string | undefined {
  const pairs = given(call, "cookie").flatMap(({ parameter, value }) => {
    const { as, name } = parameter;
    if (!("style" in as)) return [pairText([name, encodeUnreserved(parameterText(as, value))])];
    return serializePairs(name, value, as, as.style === "cookie" ? (part) => checkedCookie(name, part, call) : encodeUnreserved).map(
      pairText,
    );
  });
  return pairs.length === 0 ? undefined : checkedHeader("cookie", pairs.join("; "), call);
}

/** Returns `value` if it is valid in a header, or else throws. Without this check, `fetch` would throw an error that contains the value. */
export function checkedHeader(name: string, value: string, call: Call<HttpBinding>): string {
  if (!/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) return value;
  throw unsentError(
    "unsafe-header",
    `The value for header "${name}" contains a line break, a control character or a character outside Latin-1, which is not allowed in a header.`,
    call.tool,
    { header: name },
  );
}

/** The parameters in a location that have a value, with their values. */
function given(call: Call<HttpBinding>, location: ParameterBinding["in"]): { parameter: ParameterBinding; value: unknown }[] {
  return call.binding.parameters.flatMap((parameter) => {
    if (parameter.in !== location) return [];
    const value = sourceValue(parameter.from, call);
    return value === undefined ? [] : [{ parameter, value }];
  });
}

function queryPairs(parameter: ParameterBinding, value: unknown): Pair[] {
  const { as, name } = parameter;
  if (!("style" in as)) return [[encodeUnreserved(name), encodeUnreserved(parameterText(as, value))]];
  return serializePairs(name, value, as, as.allowReserved ? encodeReserved : encodeUnreserved);
}

/** Serializes a parameter that is the whole query: `in: querystring` (OpenAPI 3.2 §4.12.1). */
function wholeQuery(parameter: ParameterBinding, value: unknown): string {
  const as = "style" in parameter.as ? { contentType: formType } : parameter.as;
  const text = parameterText(as, value);
  // A form is already encoded for a query.
  return essence(as.contentType) === formType ? text : encodeUnreserved(text);
}

function checkedCookie(name: string, text: string, call: Call<HttpBinding>): string {
  // RFC 6265 §4.1.1 does not allow these characters in the value of a cookie. A semicolon would start another cookie.
  if (!/[\s";,\\]/.test(text)) return text;
  throw unsentError(
    "unsafe-header",
    `The value for cookie "${name}" contains a space, quote, comma, semicolon or backslash, which is not allowed in a cookie.`,
    call.tool,
    { cookie: name },
  );
}
