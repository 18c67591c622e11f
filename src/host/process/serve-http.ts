import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseUrl } from "../../source/text/parse-url.ts";
import { errorCode, Failure } from "../failure.ts";
import { type AllowedCallers, crossOriginHeaders, hostName, refusalReason } from "./callers.ts";

export interface HttpOptions {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Allowed origins of web pages besides the server's own origin. */
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
  /** Called once, with the URL at which clients reach the server. */
  readonly onListening: (url: string) => void;
}

/** The only path that is served. */
const endpoint = "/mcp";

/** Listens for HTTP requests until `signal` is aborted. Requests that `refusalReason` rejects are not passed to `handle`. */
export async function serveHttp(handle: (request: Request) => Promise<Response>, options: HttpOptions): Promise<void> {
  const { host, port, origins, signal, onListening } = options;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, options)));
    server.listen(port, host, resolve);
  });
  const { port: used } = server.address() as AddressInfo; // The address of a server that listens on a port has this type.
  const callers: AllowedCallers = { name: hostName(host), port: used, origins };
  server.on("request", (request, response) => {
    respondTo(request, response, { callers, handle }).catch(() => {
      if (response.headersSent) response.end();
      else sendError(response, 500, "The request could not be handled.");
    });
  });
  onListening(`http://${hostName(host)}:${used}${endpoint}`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

interface Service {
  readonly callers: AllowedCallers;
  readonly handle: (request: Request) => Promise<Response>;
}

async function respondTo(request: IncomingMessage, response: ServerResponse, { callers, handle }: Service): Promise<void> {
  // A host with a user, a path or a query is no host (RFC 9110 §7.2), and no request could be made of it.
  const host = parseUrl(`http://${request.headers.host}`);
  if (host === undefined || host.href !== `${host.origin}/`) return sendError(response, 400, "The header Host is no host and port.");
  const refusal = refusalReason(request.headers, callers);
  if (refusal !== undefined) return sendError(response, 403, refusal);
  for (const [name, value] of Object.entries(crossOriginHeaders(request.headers, callers))) response.setHeader(name, value);
  const url = parseUrl(request.url ?? "", `http://${request.headers.host}`);
  if (url === undefined || url.pathname !== endpoint) return sendError(response, 404, `The only path of this server is ${endpoint}.`);
  if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
    response.writeHead(204).end();
    return;
  }
  const controller = new AbortController();
  // Since the MCP revision 2026-07-28, a client cancels a call by closing its connection.
  response.once("close", () => controller.abort());
  await send(await handle(toRequest(request, url, controller.signal)), response);
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
}

/** Converts a request of Node to a `Request` of WHATWG Fetch. */
function toRequest(request: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, [value].flat().join(", "));
  const method = request.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  // The cast is safe: the type of web streams in Node differs from the type of the web standard only in names.
  const body = Readable.toWeb(request) as unknown as ReadableStream<Uint8Array>;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(url, init);
}

async function send(result: Response, response: ServerResponse): Promise<void> {
  response.writeHead(result.status, Object.fromEntries(result.headers));
  if (result.body === null) {
    response.end();
    return;
  }
  // The headers of an event stream must be sent before its first event.
  response.flushHeaders();
  // `pipeline` waits for the client to read, and cancels the body if the client closes the connection. The cast is safe: the types of web
  // streams differ only in names.
  await pipeline(Readable.fromWeb(result.body as unknown as Parameters<typeof Readable.fromWeb>[0]), response);
}

function listenError(error: Error, { host, port }: HttpOptions): Error {
  const code = errorCode(error);
  if (code === "EADDRINUSE")
    return new Failure(`Port ${port} is in use.`, "Choose another port: --http <port>. With 0, a free port is used.");
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Failure(`"${host}" port ${port} cannot be used (${code}).`, "Choose another port or host.");
  return error;
}
