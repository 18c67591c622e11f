/**
 * The address that a text says, beside a base where one is given; `undefined` where it says none. `URL.canParse` is not
 * asked: after some thousand calls, that of Node 20 refuses every address with a letter such as "é".
 */
export function tryParseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
