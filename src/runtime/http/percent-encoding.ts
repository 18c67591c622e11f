/** RFC 6570 §3.2.1: all but unreserved characters, as UTF-8. Half a surrogate pair becomes U+FFFD. */
export function encodeUnreserved(text: string): string {
  // `encodeURIComponent` leaves these five, which RFC 3986 reserves.
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percentEncoded);
}

/**
 * RFC 6570 §3.2.3 for a query: reserved characters and percent-encoded triples stay, but for those that would end the value or
 * that a query may not hold (OpenAPI 3.1.1 §4.8.12.2 leaves these to the application).
 */
export function encodeReserved(text: string): string {
  return expandReserved(text).replace(/[#&+[\]]/g, percentEncoded);
}

/** The same for a path (OpenAPI 3.2 §4.12.2), of which no value may hold a `/`, `?` or `#` (§4.8.2). */
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

/** `encodeURIComponent` throws on half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
