import { essence, isJson } from "./media-type.ts";
import { encodeForm } from "./percent-encoding.ts";
import { pairText, primitiveText, serializePairs } from "./serialize.ts";

export const formType = "application/x-www-form-urlencoded";

/** Serializes a value in a media type, for parameters and multipart parts. */
export function contentText(contentType: string, value: unknown): string {
  if (isJson(contentType)) return JSON.stringify(value);
  if (essence(contentType) !== formType || typeof value !== "object" || value === null) return primitiveText(value);
  return Object.entries(value)
    .flatMap(([name, member]) => serializePairs(name, member, { style: "form", explode: true, allowReserved: false }, encodeForm))
    .map(pairText)
    .join("&");
}
