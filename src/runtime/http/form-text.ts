import type { EncodingBinding, Serialization } from "../binding.ts";
import { ownMember } from "../json.ts";
import { contentText } from "./content-text.ts";
import { encodeForm } from "./percent-encoding.ts";
import { type Pair, pairText } from "./plain-style.ts";
import { styledQuery } from "./serialize.ts";

/** Serializes a parameter that has a media type. */
export function parameterText(as: Exclude<Serialization, { readonly style: unknown }>, value: unknown): string {
  return "encoding" in as ? formText(value, as.encoding) : contentText(as.contentType, value);
}

interface EncodingByName {
  readonly [member: string]: EncodingBinding;
}

/**
 * Serializes a form (OpenAPI 3.2 §4.15). A member that has a `style` is serialized as a query parameter, and any other member by its
 * content type.
 */
export function formText(value: unknown, encoding: EncodingByName): string {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value : encodeForm(JSON.stringify(value));
  return Object.entries(value)
    .flatMap(([name, member]) => memberPairs(name, member, ownMember(encoding, name)))
    .map(pairText)
    .join("&");
}

function memberPairs(name: string, value: unknown, encoding: EncodingBinding | undefined): Pair[] {
  if (value === undefined || value === null) return [];
  const as = encoding?.as;
  if (as !== undefined && as !== null && "style" in as) return styledQuery(name, value, as);
  const contentType = encoding?.contentType ?? null;
  if (contentType === null && Array.isArray(value)) return value.flatMap((item) => memberPairs(name, item, undefined));
  return [[encodeForm(name), encodeForm(contentText(contentType ?? "text/plain", value))]];
}
