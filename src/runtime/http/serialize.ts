import { encodeReserved, encodeReservedInPath, encodeUnreserved } from "./percent-encoding.ts";
import { contentOf, delimitedPairs, type Encode, isDefined, type Pair, type ParameterStyle, primitiveText } from "./plain-style.ts";

/** Serializes the value of a path parameter in any style. */
export function styledPath(name: string, value: unknown, as: ParameterStyle): string | undefined {
  return serializeAlone(name, value, as, as.allowReserved ? encodeReservedInPath : encodeUnreserved);
}

/** Serializes the value of a query parameter in any style. */
export function styledQuery(name: string, value: unknown, as: ParameterStyle): Pair[] {
  return serializePairs(name, value, as, as.allowReserved ? encodeReserved : encodeUnreserved);
}

/** Serializes the value of a header parameter in any style. It is not percent-encoded (OpenAPI 3.1.1, Appendix D). */
export function styledHeader(name: string, value: unknown, as: ParameterStyle): string | undefined {
  return serializeAlone(name, value, as, (text) => text);
}

/** Serializes a value in a path segment or a header, as `simpleText` does. */
export function serializeAlone(name: string, value: unknown, as: ParameterStyle, encode: Encode): string | undefined {
  const content = contentOf(value);
  if (content === undefined) return undefined;
  const isNamed = as.style === "matrix";
  const prefix = isNamed ? ";" : as.style === "label" ? "." : "";
  const assign = (key: string, text: string) => (text === "" && isNamed ? encode(key) : `${encode(key)}=${encode(text)}`);
  const single = (text: string) => (isNamed ? assign(name, text) : encode(text));
  if (typeof content === "string") return prefix + single(content);
  if (!as.explode) return prefix + (isNamed ? `${encode(name)}=` : "") + content.flat().map(encode).join(delimiterOf(as.style, encode));
  return (
    prefix +
    content.map((item) => (typeof item === "string" ? single(item) : assign(...item))).join(prefix || delimiterOf(as.style, encode))
  );
}

/** Serializes a value as pairs of names and values in a query, a form, a cookie or a multipart body (OpenAPI 3.1.1 §4.8.12.4). */
export function serializePairs(name: string, value: unknown, as: ParameterStyle, encode: Encode): Pair[] {
  if (as.style === "deepObject") return deepPairs(name, value, encode);
  return delimitedPairs(name, value, as.explode ? undefined : delimiterOf(as.style, encode), encode);
}

/** The delimiter of a style, encoded by `encode`: percent-encoded in a URL, unchanged in headers and parts of a multipart body. */
function delimiterOf(style: ParameterStyle["style"], encode: Encode): string {
  switch (style) {
    case "spaceDelimited":
      return encode(" ");
    case "pipeDelimited":
      return encode("|");
    case "tabDelimited":
      return encode("\t");
    default:
      return ",";
  }
}

/**
 * Serializes a value in the style `deepObject`, for which OpenAPI defines only one level of nesting. The names of deeper members are
 * appended in brackets, and array items are numbered, as in the library `qs`.
 */
function deepPairs(name: string, value: unknown, encode: Encode): Pair[] {
  if (!isDefined(value)) return [];
  if (typeof value !== "object") return [[encode(name), encode(primitiveText(value))]];
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member, encode));
}
