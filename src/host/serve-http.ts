import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { parseUrl } from "../source/parse-url.ts";
import { errorCode, Failure } from "./failure.ts";

export interface HttpOptions {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
  /** Told once, with the address for clients. */
  readonly onListening: (url: string) => void;
}

/** The one path that is served. */
const endpoint = "/mcp";

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Answers HTTP requests until `signal` ends it. A page that a browser shows can send requests to this machine, under any name that its
 * owner has let point here; so only requests are answered whose `Host` is the address listened on, and whose `Origin`, if they
 * have one, is too (MCP 2025-11-25, Transports, Security Warning).
 */
export async function serveHttp(handle: (request: Request) => Promise<Response>, options: HttpOptions): Promise<void> {
  const { host, port, signal, onListening } = options;
  const names = [...loopbackNames, host.includes(":") ? `[${host}]` : host].map((name) => name.toLowerCase());
  const server = createServer((request, response) => {
    answer(request, response, { names, handle }).catch(() => {
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(unusable(error, options)));
    server.listen(port, host, resolve);
  });
  const { port: used } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  onListening(`http://${host.includes(":") ? `[${host}]` : host}:${used}${endpoint}`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

interface Service {
  /** By which this machine may be called. */
  readonly names: readonly string[];
  readonly handle: (request: Request) => Promise<Response>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { names, handle }: Service): Promise<void> {
  const { host, origin } = request.headers;
  if (host === undefined || !names.includes(nameOf(`http://${host}`))) return refuse(response, 403, "This host is not served here.");
  if (origin !== undefined && !names.includes(nameOf(origin))) return refuse(response, 403, "Requests from this origin are not served.");
  const url = parseUrl(request.url ?? "", `http://${host}`);
  if (url === undefined || url.pathname !== endpoint) return refuse(response, 404, `There is nothing here but ${endpoint}.`);
  await respond(await handle(toRequest(request, url)), response);
}

/** The name in an address, in lower case; empty where it is none, as in the origin `null`. */
function nameOf(address: string): string {
  return parseUrl(address)?.hostname ?? "";
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
}

function toRequest(request: IncomingMessage, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, [value].flat().join(", "));
  const method = request.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  // Node's own declaration of its web streams differs from that of the web in names only.
  const body = Readable.toWeb(request) as unknown as ReadableStream<Uint8Array>;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(url, init);
}

async function respond(made: Response, response: ServerResponse): Promise<void> {
  response.writeHead(made.status, Object.fromEntries(made.headers));
  if (made.body === null) {
    response.end();
    return;
  }
  // A stream of events has to begin before its first event.
  response.flushHeaders();
  const reader = made.body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!response.write(next.value)) await new Promise<void>((resolve) => drained(response, resolve));
  }
  response.end();
}

function drained(response: ServerResponse, resolve: () => void): void {
  response.once("drain", resolve);
  response.once("close", resolve);
}

function unusable(error: Error, { host, port }: HttpOptions): Error {
  const code = errorCode(error);
  if (code === "EADDRINUSE") return new Failure(`Port ${port} is in use.`, "Name another one: --http <port>. With 0 a free one is found.");
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Failure(`"${host}" port ${port} cannot be listened on (${code}).`, "Name another port or host.");
  return error;
}
