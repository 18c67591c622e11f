import { isBlob } from "../schema/plain-value.ts";

/** A file as a model gives it, in JSON. */
interface FileValue {
  readonly filename?: string;
  readonly mediaType?: string;
  readonly base64: string;
}

/** The bytes of a `Blob` or of a file object. `undefined`: the value is no file. */
export function asBlob(value: unknown): Blob | undefined {
  if (isBlob(value)) return value;
  if (!isFileValue(value)) return undefined;
  return new Blob([bytesOf(value.base64)], { type: value.mediaType ?? "" });
}

/** The name to send with a file. */
export function fileName(value: unknown): string {
  if (typeof File === "function" && value instanceof File) return value.name;
  return isFileValue(value) && value.filename !== undefined ? value.filename : "file";
}

/** Base64 (RFC 4648 §4) of `bytes`. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  // As many at a time as a call takes arguments everywhere.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text);
}

function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== "object" || value === null || typeof Reflect.get(value, "base64") !== "string") return false;
  return Object.keys(value).every((name) => name === "base64" || name === "filename" || name === "mediaType");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // The URL alphabet is read too: models mix them up.
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
