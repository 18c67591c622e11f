/** RFC 6570 §3.2.1: encodes all but unreserved characters, as UTF-8. A lone surrogate becomes U+FFFD. */
export function encodeUnreserved(text: string): string {
  // RFC 3986 reserves these five characters, which `encodeURIComponent` does not encode.
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percentEncoded);
}

/**
 * RFC 6570 §3.2.3 for a query: reserved characters and percent-encoded triples are kept, except for characters that would end the value
 * or are not allowed in a query (OpenAPI 3.1.1 §4.8.12.2 requires the application to encode these).
 */
export function encodeReserved(text: string): string {
  return expandReserved(text).replace(/[#&+[\]]/g, percentEncoded);
}

/** RFC 6570 §3.2.3 for a path (OpenAPI 3.2 §4.12.2). `/`, `?` and `#` are encoded, since a value in a path must not contain them (§4.8.2). */
export function encodeReservedInPath(text: string): string {
  return expandReserved(text).replace(/[/?#[\]]/g, percentEncoded);
}

function expandReserved(text: string): string {
  return encodeURI(wellFormed(text)).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

/** The WHATWG form encoding, in which a space is `+`. */
export function encodeForm(text: string): string {
  return encodeUnreserved(text).replaceAll("%20", "+");
}

/** Replaces lone surrogates, for which `encodeURIComponent` throws. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
