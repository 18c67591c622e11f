/**
 * Parses a URL, relative to `base` if `base` is given; `undefined` if the URL is invalid. `URL.canParse` is not used: after some thousand
 * calls, that of Node 20 rejects every URL with a letter such as "é".
 */
export function tryParseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

export function isHttp({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}
