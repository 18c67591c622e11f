/** The longest name in bytes of most file systems. */
const maxLength = 200;

/**
 * The file name in `Content-Disposition` (RFC 6266 §4.3); `undefined` if there is none. It is a name to show: it has no folders, and no
 * characters that are invisible or control a terminal.
 */
export function fileNameIn(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [, encoded] = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]*)/i.exec(header) ?? [];
  const [, quoted, token] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  return shownName(decoded(encoded)) ?? shownName(quoted?.replace(/\\(.)/g, "$1") ?? token);
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function shownName(given: string | undefined): string | undefined {
  const name = given
    ?.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, "")
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .slice(0, maxLength);
  return name === undefined || /^\.*$/.test(name) ? undefined : name;
}
