/** Masks the user information of URLs in a line (RFC 3986 §3.2.1), so that no password is logged. */
export function maskPasswords(line: string): string {
  return line.includes("@") ? line.replaceAll(/(?<=\/\/)[^\s/@"'`]+(?=@)/g, stars) : line;
}

/**
 * Masks the text between two columns, which may be a secret. Of a URL, only the user information and the query are masked. The length of
 * the line stays the same.
 */
export function maskSecret(line: string, start: number, end: number): string {
  const written = line.slice(start, end);
  const isAddress = /^["']?[a-z][a-z0-9+.-]*:\/\/(?:.*@|[^?]*\?)/i.test(written);
  const hidden = isAddress ? written.replace(/(?<=\/\/).*(?=@)/, stars).replace(/(?<=\?).*/s, stars) : stars(written);
  return `${line.slice(0, start)}${hidden}${line.slice(end)}`;
}

function stars(secret: string): string {
  return "*".repeat(secret.length);
}
