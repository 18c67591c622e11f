import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import { attachNext, nextAddresses } from "../result/next-call.ts";
import { tryParseUrl } from "../try-parse-url.ts";

/**
 * Attaches to a result the arguments of the call for the next page of a list. The address of that page is in the `Link` header (RFC 8288,
 * `rel="next"`) or in the result. There are no arguments if this address differs from the request's address in more than query parameters
 * of the tool.
 */
export function withNextPage(result: unknown, response: Response, url: string, call: Call<HttpBinding>): unknown {
  if (call.binding.method !== "GET") return attachNext(result, undefined);
  for (const address of linkedAddresses(result, response)) {
    const next = argumentsFor(address, new URL(url), call);
    if (next !== undefined) return attachNext(result, next);
  }
  return attachNext(result, undefined);
}

/** The addresses of the next page in the `Link` header and in the result. */
export function linkedAddresses(result: unknown, response: Response): string[] {
  const header = response.headers.get("link");
  return [...(header === null ? [] : nextLinks(header.slice(0, maxHeader))), ...nextAddresses(result)];
}

/** The maximum characters of a `Link` header that are read. */
const maxHeader = 4096;

/** Matches a link in a `Link` header, with its parameters. */
const link = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g;

function nextLinks(header: string): string[] {
  return [...header.matchAll(link)].flatMap(([, address = "", parameters = ""]) => {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";]+))/i.exec(parameters) ?? [];
    const isNext = (quoted ?? token ?? "").toLowerCase().split(/\s+/).includes("next");
    // A link with the parameter `anchor` is about another document, so it is ignored.
    return isNext && !/;\s*anchor\s*=/i.test(parameters) ? [address] : [];
  });
}

function argumentsFor(address: string, sent: URL, call: Call<HttpBinding>): UnknownRecord | undefined {
  const next = tryParseUrl(address, sent);
  // `http` and `https` are not distinguished: a service behind a proxy may not know that it is called over TLS.
  if (next === undefined || next.host !== sent.host || next.pathname !== sent.pathname) return undefined;
  const input: { [name: string]: unknown } = { ...call.input };
  let isChanged = false;
  for (const name of new Set([...sent.searchParams.keys(), ...next.searchParams.keys()])) {
    const values = next.searchParams.getAll(name);
    if (isSame(values, sent.searchParams.getAll(name))) continue;
    const parameter = call.binding.parameters.find((each) => each.in === "query" && each.name === name);
    // The parameter may be a credential, which services omit from the address of the next page.
    if (parameter === undefined && values.length === 0) continue;
    if (parameter === undefined || !("input" in parameter.from)) return undefined;
    isChanged = true;
    if (values.length === 0) delete input[parameter.from.input];
    else {
      const value = valueOf(values, parameter, call);
      if (value === undefined) return undefined;
      input[parameter.from.input] = value;
    }
  }
  return isChanged && call.inputSchema["~standard"].validate(input).issues === undefined ? input : undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/**
 * Converts the value of a query parameter to the type in the tool's schema: a string, or else a number or a boolean. `undefined` if this
 * fails.
 */
function valueOf([text, ...others]: readonly string[], { from, as }: ParameterBinding, call: Call<HttpBinding>): unknown {
  if (text === undefined || others.length > 0 || !("style" in as) || as.style !== "form" || !("input" in from)) return undefined;
  const properties = call.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" })["properties"];
  const schema = ownMember(properties, from.input);
  const type = isRecord(schema) ? schema["type"] : undefined;
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("string")) return text;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d{1,15}$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(?:true|false)$/.test(text) ? text === "true" : undefined;
}
