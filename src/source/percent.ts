/** RFC 3986 §2.1. What is not properly encoded, as where a stray `%` stands for itself, is taken as it stands. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
