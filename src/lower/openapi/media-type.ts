/** How a value of a media type is serialized or parsed. */
export type MediaKind = "json" | "sequence" | "form" | "multipart" | "text" | "binary";

/** The media type without parameters, in lower case (RFC 9110 §8.3.1). */
function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(";");
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

const sequences = [
  "application/jsonl",
  "application/x-ndjson",
  "application/ndjson",
  "application/json-seq",
  "application/geo+json-seq",
  "text/event-stream",
];
const texts = [
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/javascript",
  "application/graphql",
  "application/sql",
  "application/toml",
];

/** Whether a media type is that of server-sent events (WHATWG HTML §9.2). */
export function isEventStream(mediaType: string): boolean {
  return essenceOf(mediaType) === "text/event-stream";
}

export function isPlainText(mediaType: string): boolean {
  return essenceOf(mediaType) === "text/plain";
}

/** Whether a text is a media type or a range, with or without parameters (RFC 9110 §8.3.1). Others cannot be sent in a header. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;[\t -~]*)?$/.test(text);
}

/** The kind of a media type. A range such as `application/*` is read as JSON, because most documents with a range mean JSON. */
export function kindOf(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  if (
    essence === "application/json" ||
    essence.endsWith("+json") ||
    essence === "text/json" ||
    essence === "*/*" ||
    essence === "application/*"
  )
    return "json";
  if (sequences.includes(essence) || essence.endsWith("+json-seq")) return "sequence";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  if (essence.startsWith("text/") || texts.includes(essence) || essence.endsWith("+xml") || essence.endsWith("+yaml")) return "text";
  return "binary";
}

const requestOrder: readonly MediaKind[] = ["json", "form", "multipart", "text", "sequence", "binary"];
const responseOrder: readonly MediaKind[] = ["json", "sequence", "text", "form", "multipart", "binary"];

/**
 * The media type that is sent: JSON, then a form, multipart, text, a sequence, bytes. Of several media types of one kind, the first is
 * sent.
 */
export function preferredForRequest<T extends { readonly mediaType: string }>(contents: readonly T[]): T | undefined {
  return preferred(contents, requestOrder);
}

/**
 * The media type of the response that is preferred: JSON, then a sequence, text, a form, multipart, bytes. Of several media types of one
 * kind, the first is preferred.
 */
export function preferredForResponse<T extends { readonly mediaType: string }>(contents: readonly T[]): T | undefined {
  return preferred(contents, responseOrder);
}

function preferred<T extends { readonly mediaType: string }>(contents: readonly T[], order: readonly MediaKind[]): T | undefined {
  let best: T | undefined;
  let rank = order.length;
  for (const content of contents) {
    const found = order.indexOf(kindOf(content.mediaType));
    if (found < rank) [best, rank] = [content, found];
  }
  return best;
}
