/** Percent-encodes all characters except the unreserved ones, as UTF-8 (RFC 6570 §3.2.1). A lone surrogate becomes U+FFFD. */
export function encodeUnreserved(text: string): string {
  // Most names and numbers need no encoding, and finding out is a tenth of the work.
  if (/^[\w.~-]*$/.test(text)) return text;
  // RFC 3986 reserves these five characters, which `encodeURIComponent` does not encode.
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percentEncoded);
}

/**
 * Percent-encodes a value in a query, but keeps reserved characters and percent-encoded triples (RFC 6570 §3.2.3). Characters that would
 * end the value or are not allowed in a query are encoded too, as OpenAPI 3.1.1 §4.8.12.2 requires of applications.
 */
export function encodeReserved(text: string): string {
  return expandReserved(text).replace(/[#&+[\]]/g, percentEncoded);
}

/**
 * Percent-encodes a value in a path, but keeps reserved characters and percent-encoded triples (RFC 6570 §3.2.3, OpenAPI 3.2 §4.12.2). `/`,
 * `?` and `#` are encoded too, since a value in a path must not contain them (§4.8.2).
 */
export function encodeReservedInPath(text: string): string {
  return expandReserved(text).replace(/[/?#[\]]/g, percentEncoded);
}

function expandReserved(text: string): string {
  return encodeURI(wellFormed(text)).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

/** Encodes a text as WHATWG defines for forms, with `+` for a space. */
export function encodeForm(text: string): string {
  return encodeUnreserved(text).replaceAll("%20", "+");
}

/** Replaces lone surrogates by U+FFFD, since `encodeURIComponent` throws for them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
