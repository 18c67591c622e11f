/** A line as it may be shown: a password in an address (RFC 3986 §3.2.1) gets into no log, whatever else the line is shown for. */
export function maskPasswords(line: string): string {
  return line.includes("@") ? line.replaceAll(/(?<=\/\/)[^\s/@"'`]+(?=@)/g, stars) : line;
}

/** A line without what stands between two columns, which may be a secret; of an address only what stands before its `@`. Columns stay. */
export function maskSecret(line: string, start: number, end: number): string {
  const written = line.slice(start, end);
  const hidden = /\/\/.*@/.test(written) ? written.replace(/(?<=\/\/).*(?=@)/, stars) : stars(written);
  return `${line.slice(0, start)}${hidden}${line.slice(end)}`;
}

function stars(secret: string): string {
  return "*".repeat(secret.length);
}
