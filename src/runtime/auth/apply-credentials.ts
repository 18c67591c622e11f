import { encodeUnreserved } from "../http/percent-encoding.ts";
import type { AppliedCredentials } from "./authenticate.ts";

/**
 * Adds credentials to an address and headers. A credential replaces a parameter or cookie of the same name that comes from the call's
 * arguments.
 */
export function applyCredentials(
  { address, headers }: { readonly address: URL; readonly headers: Headers },
  credentials: AppliedCredentials,
): { readonly address: URL; readonly headers: Headers } {
  if (credentials.headers.length + credentials.query.length + credentials.cookies.length === 0) return { address, headers };
  const authorized = new Headers(headers);
  for (const { name, value } of credentials.headers) authorized.set(name, value);
  const cookies = credentials.cookies.map(({ name, value }) => `${name}=${value}`);
  const others = (headers.get("cookie") ?? "").split("; ").filter((pair) => pair !== "" && !isOneOf(pair, credentials.cookies));
  if (cookies.length > 0) authorized.set("cookie", [...others, ...cookies].join("; "));
  return { address: withQuery(address, credentials), headers: authorized };
}

function withQuery(address: URL, { query }: AppliedCredentials): URL {
  if (query.length === 0) return address;
  const others = address.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isOneOf(pair, query));
  const own = query.map(({ name, value }) => `${encodeUnreserved(name)}=${encodeUnreserved(value)}`);
  const authorized = new URL(address);
  authorized.search = [...others, ...own].join("&");
  return authorized;
}

function isOneOf(pair: string, named: AppliedCredentials["query"]): boolean {
  const key = pair.split("=", 1)[0] ?? "";
  return named.some(({ name }) => name === key || encodeUnreserved(name) === key);
}
