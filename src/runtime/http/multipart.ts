import type { BodyBinding, EncodingBinding } from "../binding.ts";
import { ownMember } from "../json.ts";
import { contentText } from "./content-text.ts";
import { asBlob, fileType, uploadName } from "./file.ts";
import type { HttpBody } from "./http-body.ts";
import { serializePairs } from "./serialize.ts";

/**
 * Creates a multipart body with a part for each member, or for each item of an array (OpenAPI 3.2 §4.15, RFC 7578). `FormData` is not
 * used: it cannot set the headers of a part, nor the media type of a part that is not a file.
 */
export function multipartOf(type: string, value: unknown, encoding: BodyBinding["encoding"]): HttpBody {
  const boundary = `toolsetc-${crypto.randomUUID()}`;
  const close = `--${boundary}--\r\n`;
  const bodyOf = (parts: BlobPart[]): HttpBody => ({
    contentType: `${type}; boundary=${boundary}`,
    content: joined([...parts, close]),
  });
  if (Array.isArray(value)) {
    return bodyOf(
      value.flatMap((item, index) => [`--${boundary}\r\n`, ...part(type, undefined, item, encodingAt(encoding, index)), "\r\n"]),
    );
  }
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const parts = members.flatMap(([name, member]) => {
    const own = isByPosition(encoding) ? undefined : ownMember(encoding, name);
    // `serializePairs` must not percent-encode: nothing in a part is percent-encoded (RFC 7578 §2).
    const pairs =
      own?.as !== undefined && own.as !== null && "style" in own.as ? serializePairs(name, member, own.as, (text) => text) : undefined;
    if (pairs !== undefined) return pairs.flatMap(([key, text]) => [`--${boundary}\r\n`, ...part(type, key, text, own), "\r\n"]);
    // An array becomes a single part only if its encoding has a JSON content type. Otherwise each item is a part.
    const items = Array.isArray(member) && !(own?.contentType ?? "").includes("json") ? member : [member];
    return items
      .filter((item) => item !== undefined && item !== null)
      .flatMap((item) => [`--${boundary}\r\n`, ...part(type, name, item, own), "\r\n"]);
  });
  return bodyOf(parts);
}

/** A file that is read while it is sent, of the entry `files`. It joins parts itself, since `Blob` would not read it. */
interface JoiningFile extends Blob {
  readonly joined: (parts: readonly BlobPart[]) => Blob;
}

function joined(parts: BlobPart[]): Blob {
  // The cast is safe: no other part has such a member.
  const file = parts.find((part) => (part as Partial<JoiningFile>).joined) as JoiningFile | undefined;
  return file?.joined(parts) ?? new Blob(parts);
}

export function isByPosition(encoding: BodyBinding["encoding"]): encoding is readonly EncodingBinding[] {
  return Array.isArray(encoding);
}

function encodingAt(encoding: BodyBinding["encoding"], index: number): EncodingBinding | undefined {
  return isByPosition(encoding) ? (encoding[index] ?? encoding.at(-1)) : undefined;
}

/** Creates a part. If the value of the body is an array, its parts have no name, unless a header of the encoding sets one. */
function part(type: string, name: string | undefined, value: unknown, encoding: EncodingBinding | undefined): BlobPart[] {
  const file = asBlob(value);
  const headers: string[] = [];
  if (type === "multipart/form-data" && name !== undefined) {
    headers.push(
      `Content-Disposition: form-data; name="${quoted(name)}"${file === undefined ? "" : `; filename="${quoted(uploadName(value))}"`}`,
    );
  }
  const contentType = partType(value, fileType(value), encoding?.contentType ?? null);
  if (contentType !== undefined) headers.push(`Content-Type: ${singleLine(contentType)}`);
  for (const [header, text] of Object.entries(encoding?.headers ?? {})) {
    if (header.toLowerCase() !== "content-type") headers.push(`${singleLine(header)}: ${singleLine(text)}`);
  }
  const head = headers.map((header) => `${header}\r\n`).join("");
  return [`${head}\r\n`, file ?? contentText(contentType ?? "text/plain", value)];
}

/** The media type of a part; `undefined` if the part needs none. `typeOfFile` is `undefined` if the value is not a file. */
function partType(value: unknown, typeOfFile: string | undefined, declared: string | null): string | undefined {
  // If the encoding declares a list such as `image/png, image/jpeg`, or a range, it states the accepted types and not the type of this
  // file.
  const single = declared !== null && !declared.includes(",") && !declared.includes("*") ? declared : undefined;
  if (typeOfFile !== undefined) return typeOfFile || single || "application/octet-stream";
  return single ?? (typeof value === "object" ? "application/json" : undefined);
}

/** Escapes a name in `Content-Disposition` as WHATWG HTML requires for form data. */
function quoted(text: string): string {
  return text.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
}

function singleLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
