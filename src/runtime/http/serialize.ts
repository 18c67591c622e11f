import type { Serialization } from "../binding.ts";

type Style = Extract<Serialization, { readonly style: string }>;

/** Encodes a name or a value. Delimiters between names and values are not passed to it. */
export type Encode = (text: string) => string;

/** An encoded name and its encoded value, in a query, a form, a cookie or a part of a multipart body. */
export type Pair = readonly [name: string, value: string];

/**
 * Serializes a value in a path segment or a header (OpenAPI 3.1.1 §4.8.12.4, RFC 6570 §3.2). The result is `undefined` if the value is to
 * be omitted, as RFC 6570 defines for null and for empty arrays.
 */
export function serializeAlone(name: string, value: unknown, as: Style, encode: Encode): string | undefined {
  const content = flatten(value);
  if (content === undefined) return undefined;
  const prefix = as.style === "label" ? "." : as.style === "matrix" ? ";" : "";
  const between = as.style === "label" && as.explode ? "." : as.style === "matrix" && as.explode ? ";" : delimiter(as.style, encode);
  const isNamed = as.style === "matrix";
  const assign = (key: string, text: string) => (text === "" && isNamed ? encode(key) : `${encode(key)}=${encode(text)}`);
  switch (content.kind) {
    case "primitive":
      return prefix + (isNamed ? assign(name, content.text) : encode(content.text));
    case "array":
      if (isNamed && as.explode) return prefix + content.items.map((item) => assign(name, item)).join(between);
      return prefix + (isNamed ? `${encode(name)}=` : "") + content.items.map(encode).join(between);
    case "object":
      if (as.explode) return prefix + content.members.map(([key, text]) => assign(key, text)).join(between);
      return prefix + (isNamed ? `${encode(name)}=` : "") + content.members.flat().map(encode).join(between);
  }
}

/** Serializes a value as pairs of names and values in a query, a form, a cookie or a multipart body (OpenAPI 3.1.1 §4.8.12.4). */
export function serializePairs(name: string, value: unknown, as: Style, encode: Encode): Pair[] {
  if (as.style === "deepObject") return deepPairs(name, value, encode);
  const content = flatten(value);
  if (content === undefined) return [];
  if (content.kind === "primitive") return [[encode(name), encode(content.text)]];
  if (as.explode && content.kind === "array") return content.items.map((item) => [encode(name), encode(item)]);
  if (as.explode && content.kind === "object") return content.members.map(([key, text]) => [encode(key), encode(text)]);
  const texts = content.kind === "array" ? content.items : content.members.flat();
  return [[encode(name), texts.map(encode).join(delimiter(as.style, encode))]];
}

/** Joins a name and its value in a query, a form or a cookie. An `=` in the name is always encoded, so that it does not end the name. */
export function pairText([name, value]: Pair): string {
  return `${name.replaceAll("=", "%3D")}=${value}`;
}

/** Serializes a primitive value. An array or object inside another one, for which OpenAPI defines no serialization, is written as JSON. */
export function primitiveText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The delimiter of a style, encoded by `encode`: percent-encoded in a URL, unchanged in headers and parts of a multipart body. */
function delimiter(style: Style["style"], encode: Encode): string {
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

type Content =
  | { readonly kind: "primitive"; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly string[] }
  | { readonly kind: "object"; readonly members: readonly Pair[] };

function flatten(value: unknown): Content | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.filter(isDefined).map(primitiveText);
    return items.length === 0 ? undefined : { kind: "array", items };
  }
  if (typeof value !== "object") return { kind: "primitive", text: primitiveText(value) };
  const members = Object.entries(value)
    .filter(([, member]) => isDefined(member))
    .map(([key, member]): Pair => [key, primitiveText(member)]);
  return members.length === 0 ? undefined : { kind: "object", members };
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

function isDefined(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null;
}
