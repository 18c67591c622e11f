import type { IncomingHttpHeaders } from "node:http";
import { parseUrl } from "../../source/text/parse-url.ts";

/** The requests that a local server accepts. */
export interface AllowedCallers {
  /** The host names that requests may use for the server, as in a URL. */
  readonly names: readonly string[];
  /** The port of the server. */
  readonly port: number;
  /** Allowed origins of web pages besides the server's own origin, such as `https://tools.example`. */
  readonly origins: readonly string[];
}

/** The host names of this machine, as in a URL. */
const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The names of a server that listens on `host`. */
export function hostNames(host: string): string[] {
  return [...loopbackNames, host.includes(":") ? `[${host}]` : host].map((name) => name.toLowerCase());
}

/**
 * Why a request is rejected; `undefined` if the request is accepted. A page in a browser can send requests to this machine by any host name
 * that the owner of the page resolves to its address (DNS rebinding). So `Host` must be a name of this server. `Origin`, if present, must
 * be the server's own origin or an allowed origin (MCP 2025-11-25, Transports, Security Warning). The origin of a program on another port
 * is not the server's own.
 */
export function refusalReason({ host, origin }: IncomingHttpHeaders, { names, port, origins }: AllowedCallers): string | undefined {
  const called = host === undefined ? undefined : parseUrl(`http://${host}`);
  if (called === undefined || !names.includes(called.hostname)) return "This host is not served here.";
  if (origin === undefined || origins.includes(origin)) return undefined;
  const isOwn = origin === called.origin && Number(called.port || 80) === port;
  return isOwn ? undefined : "Requests from this origin are not served.";
}

/**
 * The response headers with which a browser lets a page of an allowed origin call this server and read its responses (WHATWG Fetch §3.3).
 */
export function crossOriginHeaders({ origin, ...headers }: IncomingHttpHeaders, { origins }: AllowedCallers): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return {};
  const requested = headers["access-control-request-headers"];
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "mcp-session-id, mcp-protocol-version",
    ...(headers["access-control-request-method"] === undefined ? {} : { "access-control-allow-methods": "GET, POST, DELETE" }),
    ...(requested === undefined ? {} : { "access-control-allow-headers": requested }),
  };
}
