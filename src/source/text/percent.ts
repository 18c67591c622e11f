/** Decodes percent-encoding (RFC 3986 §2.1). A string with an invalid sequence, such as a single `%`, is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
