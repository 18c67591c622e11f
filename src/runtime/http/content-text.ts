import { essence, isJson } from "./media-type.ts";
import { encodeForm } from "./percent-encoding.ts";
import { formPairs, pairText, primitiveText } from "./plain-style.ts";

export const formType = "application/x-www-form-urlencoded";

/** Serializes a value in a media type, for parameters and multipart parts. */
export function contentText(contentType: string, value: unknown): string {
  if (isJson(contentType)) return JSON.stringify(value);
  if (essence(contentType) !== formType || typeof value !== "object" || value === null) return primitiveText(value);
  return Object.entries(value)
    .flatMap(([name, member]) => formPairs(name, member, true, encodeForm))
    .map(pairText)
    .join("&");
}
