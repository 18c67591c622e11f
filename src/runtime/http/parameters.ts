import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { part } from "../part.ts";
import { unsentError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";
import { formType } from "./content-text.ts";
import { essence, isJson } from "./media-type.ts";
import { encodeUnreserved } from "./percent-encoding.ts";
import { formPairs, hasPlainStyle, type Pair, type ParameterStyle, pairText, simpleText } from "./plain-style.ts";
import { serializePairs } from "./serialize.ts";

/** The query without the leading `?`. */
export function queryText(call: Call<HttpBinding>): string {
  const pairs = given(call, "query").flatMap(({ parameter, value }) => queryPairs(parameter, value, call));
  const whole = given(call, "querystring").map(({ parameter, value }) => wholeQuery(parameter, value, call));
  return [...pairs.map(pairText), ...whole].filter((text) => text !== "").join("&");
}

/** The names and values of the header parameters. The values are not percent-encoded (OpenAPI 3.1.1, Appendix D). */
export function headerTexts(call: Call<HttpBinding>): Pair[] {
  return given(call, "header").flatMap(({ parameter: { as, name }, value }): Pair[] => {
    const text = "style" in as ? headerText(name, value, as, call) : headerContent(as, value, call);
    return text === undefined ? [] : [[name, checkedHeader(name, text, call)]];
  });
}

type Content = Exclude<ParameterBinding["as"], ParameterStyle>;

function headerText(name: string, value: unknown, as: ParameterStyle, call: Call<HttpBinding>): string | undefined {
  return hasPlainStyle(as, "simple") ? simpleText(value, as.explode, (text) => text) : part("styles", call).header(name, value, as);
}

/** Serializes the value of a header parameter that has a media type. JSON is escaped to ASCII, which every header may contain. */
function headerContent(as: Content, value: unknown, call: Call<HttpBinding>): string {
  const text = part("content", call)(as, value);
  if (!isJson(as.contentType)) return text;
  return text.replace(/[^\u0000-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The `Cookie` header; `undefined` if no cookie parameter has a value. Cookies are separated by `; ` (RFC 6265 §4.2.1) in every style,
 * although the style `form` has the separator `&` in a query.
 */
export function cookieText(call: Call<HttpBinding>): string | undefined {
  const pairs = given(call, "cookie").flatMap(({ parameter: { as, name }, value }): readonly Pair[] => {
    if (!("style" in as)) return [[name, encodeUnreserved(part("content", call)(as, value))]];
    return serializePairs(name, value, as, as.style === "cookie" ? (text) => checkedCookie(name, text, call) : encodeUnreserved);
  });
  return pairs.length === 0 ? undefined : checkedHeader("cookie", pairs.map(pairText).join("; "), call);
}

/** Returns `value` if it is valid in a header, or else throws. Without this check, `fetch` would throw an error that contains the value. */
function checkedHeader(name: string, value: string, call: Call<HttpBinding>): string {
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

function queryPairs({ as, name }: ParameterBinding, value: unknown, call: Call<HttpBinding>): readonly Pair[] {
  if (!("style" in as)) return [[encodeUnreserved(name), encodeUnreserved(part("content", call)(as, value))]];
  return hasPlainStyle(as, "form") ? formPairs(name, value, as.explode) : part("styles", call).query(name, value, as);
}

/** Serializes a parameter that is the whole query: `in: querystring` (OpenAPI 3.2 §4.12.1). */
function wholeQuery(parameter: ParameterBinding, value: unknown, call: Call<HttpBinding>): string {
  const as = "style" in parameter.as ? { contentType: formType } : parameter.as;
  const text = part("content", call)(as, value);
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
