import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type CallToolResult, createMcpHandler, Server } from "@modelcontextprotocol/server";

// Servers that speak one revision of MCP and no other.

/** A request as it came. */
export interface Arrival {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: { readonly id?: unknown; readonly method: string; readonly params?: Record<string, unknown> };
}

/** A server of one answer to everything. */
export async function listen(answer: (arrival: Arrival, body: Buffer) => Promise<Response> | Response): Promise<Listening> {
  const arrivals: Arrival[] = [];
  const http: HttpServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const message = body.byteLength === 0 ? { method: "" } : (JSON.parse(body.toString()) as Arrival["message"]);
      const arrival = { method: request.method ?? "", headers: request.headers, message };
      arrivals.push(arrival);
      const given = await answer(arrival, body);
      response.writeHead(given.status, Object.fromEntries(given.headers)).end(Buffer.from(await given.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    address: `http://127.0.0.1:${port}/mcp`,
    arrivals,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export interface Listening {
  readonly address: string;
  readonly arrivals: Arrival[];
  close(): Promise<void>;
}

/** The input of the tool `find`. */
export const schema = {
  type: "object",
  properties: { words: { type: "string", "x-mcp-header": "Words" }, limit: { type: "integer" } },
  required: ["words"],
} as const;

/** What the server offers; a test may change it meanwhile. */
export interface Offer {
  ttl: number;
  /** A header that calls must have. */
  header: string;
  listed: object[];
  call: (params: { name: string; arguments?: unknown }) => unknown;
}

/** Speaks 2026-07-28 only: the official server, told to refuse what is older. */
export async function newServer(given: Partial<Offer> = {}) {
  const offer: Offer = {
    ttl: 60_000,
    header: "",
    listed: [{ name: "find", inputSchema: schema }],
    call: (params) => ({ content: [{ type: "text", text: JSON.stringify(params.arguments) }] }),
    ...given,
  };
  const handler = createMcpHandler(
    () => {
      const server = new Server(
        { name: "shop", version: "1" },
        { capabilities: { tools: {} }, cacheHints: { "tools/list": { ttlMs: offer.ttl, cacheScope: "public" } } },
      );
      server.setRequestHandler("tools/list", () => ({ tools: offer.listed as never }));
      server.setRequestHandler("tools/call", ({ params }) => offer.call(params) as CallToolResult);
      return server;
    },
    { legacy: "reject" },
  );
  const running = await listen(({ method, headers, message }, body) => {
    if (message.method === "tools/call" && offer.header !== "" && headers[offer.header] === undefined)
      return Response.json({ jsonrpc: "2.0", id: message.id, error: { code: -32020, message: "HeaderMismatch" } }, { status: 400 });
    const given = body.byteLength === 0 ? null : new Uint8Array(body);
    return handler.fetch(new Request(running.address, { method, headers: headers as Record<string, string>, body: given }));
  });
  return { ...running, offer };
}

/** Speaks one older revision only, and answers 400 where anything comes before the handshake. */
export async function oldServer(version: string) {
  return listen(({ method, headers, message }) => {
    if (method !== "POST") return new Response(null, { status: 405 });
    const answer = (result: object, more: Record<string, string> = {}) =>
      Response.json({ jsonrpc: "2.0", id: message.id, result }, { headers: more });
    if (message.method === "initialize")
      return answer(
        { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: "shop", version: "1" } },
        { "mcp-session-id": "s1" },
      );
    if (headers["mcp-session-id"] !== "s1")
      return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Bad Request: no session" } }, { status: 400 });
    if (message.id === undefined) return new Response(null, { status: 202 });
    if (message.method === "tools/list") return answer({ tools: [{ name: "find", inputSchema: schema }] });
    return answer({ content: [{ type: "text", text: JSON.stringify(message.params?.["arguments"]) }] });
  });
}
