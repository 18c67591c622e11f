/** Decodes percent-encoding (RFC 3986 §2.1). A text with an invalid sequence, such as a stray `%`, is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
