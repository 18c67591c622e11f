/** Masks the user information of URLs in a line (RFC 3986 §3.2.1), so that no password is logged. */
export function maskPasswords(line: string): string {
  const parts: string[] = [];
  let end = 0;
  // From each @ backwards, since a document in one line is long and has few.
  for (let at = line.indexOf("@"); at !== -1; at = line.indexOf("@", at + 1)) {
    let start = at;
    while (start > end && !/[\s/@"'`]/.test(line.charAt(start - 1))) start--;
    if (start === at || !line.startsWith("//", start - 2)) continue;
    parts.push(line.slice(end, start), stars(line.slice(start, at)));
    end = at;
  }
  return `${parts.join("")}${line.slice(end)}`;
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
