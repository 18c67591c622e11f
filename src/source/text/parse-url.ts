/**
 * Parses a URL, relative to a base if there is one; `undefined` if it is invalid. `URL.canParse` is not used: in Node 20, after some
 * thousand calls, it rejects every URL with a letter such as "é". The run-time library, which must not import the compiler, has the same
 * function; a test checks both.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
