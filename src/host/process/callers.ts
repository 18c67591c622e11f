import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../../source/text/loopback.ts";
import { parseUrl } from "../../source/text/parse-url.ts";

/** The requests that a local server accepts. */
export interface AllowedCallers {
  /** The host name on which the server listens, as in a URL. Requests may use it, and the names of this machine. */
  readonly name: string;
  /** The port of the server. */
  readonly port: number;
  /** Allowed origins of web pages besides the server's own origin, such as `https://tools.example`. */
  readonly origins: readonly string[];
}

/** An address or a name on which a server listens, as in a URL. */
export function hostName(host: string): string {
  return (host.includes(":") ? `[${host}]` : host).toLowerCase();
}

/**
 * Why a request is rejected; `undefined` if the request is accepted. A page in a browser can send requests to this machine by any host name
 * that the owner of the page resolves to its address (DNS rebinding). So `Host` must be a name of this server. `Origin`, if present, must
 * be the server's own origin or an allowed origin (MCP 2025-11-25, Transports, Security Warning). The origin of a program on another port
 * is not the server's own.
 */
export function refusalReason({ host, origin }: IncomingHttpHeaders, { name, port, origins }: AllowedCallers): string | undefined {
  const called = host === undefined ? undefined : parseUrl(`http://${host}`);
  if (called === undefined || !(isLoopback(called.hostname) || called.hostname === name)) return "This host is not served here.";
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
