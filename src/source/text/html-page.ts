import type { Parsed } from "../tree.ts";

/** Whether a text is an HTML page. Servers often return such a page for the URL of their documentation. */
export function isHtmlPage(text: string): boolean {
  return /^[\s\ufeff]*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(text);
}

/** The result of parsing a text that is an HTML page: no data, and a problem that names the URL of the document that the page shows. */
export function parseHtmlPage(text: string): Parsed {
  const url = documentUrl(text);
  const reason = url === undefined ? "it is an HTML page." : `it is an HTML page that shows the document "${url}".`;
  const start = text.indexOf("<");
  const [line = ""] = /^.*/.exec(text.slice(start)) ?? [];
  return { data: undefined, problems: [{ code: "html-page", reason, path: [], range: { start, end: start + line.length } }] };
}

/**
 * The URL of the OpenAPI document that a page of Swagger UI, Redoc, Scalar, RapiDoc or Stoplight Elements refers to. The URL may be
 * relative.
 */
export function documentUrl(page: string): string | undefined {
  const text = page.slice(0, 200_000);
  const patterns = /swagger-?ui/i.test(text) ? [...attributes, swaggerUi] : attributes;
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found.replaceAll("&amp;", "&");
  }
  return undefined;
}

// Matches a URL in quotes. Only printable ASCII is allowed, since the URL is shown on a terminal.
const quoted = /["']((?!data:|#)[!#-&(-;=?-~]{1,2000})["']/.source;
const attributes = [/\bspec-?url\s*[=:]\s*/, /\bapiDescriptionUrl\s*=\s*/, /\bdata-url\s*=\s*/, /\bRedoc\.init\(\s*/].map(
  ({ source }) => new RegExp(source + quoted, "i"),
);
const swaggerUi = new RegExp(/\burl["']?\s*:\s*/.source + quoted);
