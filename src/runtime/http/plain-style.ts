import type { Serialization } from "../binding.ts";
import { encodeUnreserved } from "./percent-encoding.ts";

export type ParameterStyle = Extract<Serialization, { readonly style: string }>;

/** Encodes a name or a value. Delimiters between names and values are not passed to it. */
export type Encode = (text: string) => string;

/** An encoded name and its encoded value, in a query, a form, a cookie or a part of a multipart body. */
export type Pair = readonly [name: string, value: string];

/** Whether a parameter is serialized in `style` without further options, which every tool can do. */
export function hasPlainStyle(as: ParameterStyle, style: "simple" | "form"): boolean {
  return as.style === style && !as.allowReserved;
}

/**
 * Serializes a value in the style `simple`, for a path segment or a header (OpenAPI 3.1.1 §4.8.12.4, RFC 6570 §3.2). The result is
 * `undefined` if the value is to be omitted, as RFC 6570 defines for null and for empty arrays.
 */
export function simpleText(value: unknown, explode: boolean, encode: Encode = encodeUnreserved): string | undefined {
  const content = contentOf(value);
  if (typeof content !== "object") return content && encode(content);
  return content.map((item) => (typeof item === "string" ? encode(item) : item.map(encode).join(explode ? "=" : ","))).join();
}

/** Serializes a value in the style `form`, as pairs of names and values. */
export function formPairs(name: string, value: unknown, explode: boolean, encode: Encode = encodeUnreserved): Pair[] {
  return delimitedPairs(name, value, explode ? undefined : ",", encode);
}

/** Serializes a value as pairs. Without a delimiter, each item and member is a pair of its own. */
export function delimitedPairs(name: string, value: unknown, delimiter: string | undefined, encode: Encode): Pair[] {
  const content = contentOf(value);
  if (content === undefined) return [];
  const items = typeof content === "string" ? [content] : content;
  if (delimiter !== undefined) return [[encode(name), items.flat().map(encode).join(delimiter)]];
  return items.map((item): Pair => {
    const [key, text] = typeof item === "string" ? [name, item] : item;
    return [encode(key), encode(text)];
  });
}

/** Joins a name and its value in a query, a form or a cookie. An `=` in the name is always encoded, so that it does not end the name. */
export function pairText([name, value]: Pair): string {
  return `${name.replaceAll("=", "%3D")}=${value}`;
}

/** The text of a value, or its items or members; `undefined` if it has none. */
export function contentOf(value: unknown): string | readonly (string | Pair)[] | undefined {
  if (!isDefined(value)) return undefined;
  if (typeof value !== "object") return primitiveText(value);
  const items = Array.isArray(value)
    ? value.filter(isDefined).map(primitiveText)
    : Object.entries(value).flatMap(([key, member]): Pair[] => (isDefined(member) ? [[key, primitiveText(member)]] : []));
  return items.length === 0 ? undefined : items;
}

/** Serializes a primitive value. An array or object inside another one, for which OpenAPI defines no serialization, is written as JSON. */
export function primitiveText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function isDefined(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null;
}
