import { isBlob } from "../schema/plain-value.ts";

/** A file as JSON, as models pass it. */
interface FileValue {
  readonly filename?: string;
  readonly mediaType?: string;
  readonly base64: string;
}

/** The error for a file object whose `base64` is invalid. */
export class InvalidBase64Error extends Error {}

/** Returns a `Blob` for a `Blob` or a file object; `undefined` for any other value. */
export function asBlob(value: unknown): Blob | undefined {
  if (isBlob(value)) return value;
  if (!isFileValue(value)) return undefined;
  return new Blob([bytesOf(value.base64)]);
}

/**
 * The media type of a file, by the rules of a `Blob` (W3C File API §3.1). It is empty if the file has no type, and `undefined` if the value
 * is not a file. The type is not read from a new `Blob`, since Bun adds a charset.
 */
export function fileType(value: unknown): string | undefined {
  if (isBlob(value)) return value.type;
  if (!isFileValue(value)) return undefined;
  const { mediaType = "" } = value;
  return /^[ -~]*$/.test(mediaType) ? mediaType.toLowerCase() : "";
}

/**
 * The file name to send with a file. The name is never empty: servers read a multipart part with an empty file name as a field, or as no
 * file.
 */
export function uploadName(value: unknown): string {
  const isFile = typeof File === "function" && value instanceof File;
  return (isFile ? value.name : isFileValue(value) ? value.filename : "") || "file";
}

function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== "object" || value === null || typeof Reflect.get(value, "base64") !== "string") return false;
  return Object.keys(value).every((name) => name === "base64" || name === "filename" || name === "mediaType");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // Models confuse the standard and the URL-safe alphabet, so both are accepted.
  const standard = base64.replaceAll("-", "+").replaceAll("_", "/");
  let text: string;
  try {
    text = atob(standard);
  } catch {
    throw new InvalidBase64Error();
  }
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
