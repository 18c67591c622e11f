// What the tools call: an HTTP service, and an MCP server of each era, on one loopback address. Pages of every origin may.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { Server as OldServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { createAuthority } from "./certificates.mjs";
import { found } from "./toolsets.mjs";

/** Starts it. `ended` says how many sessions of the older MCP server were begun and not ended. */
export async function startService() {
  const stateless = statelessServer();
  const sessions = new Map();
  const tries = new Map();
  const server = createServer(async (request, response) => {
    for (const name of ["origin", "headers", "methods"]) response.setHeader(`access-control-allow-${name}`, "*");
    response.setHeader("access-control-expose-headers", "*");
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const body = Buffer.concat(await request.toArray());
    const json = (status, value) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    switch (pathname) {
      case "/items/7":
        return json(200, { id: 7, name: "tea", authorization: request.headers.authorization });
      case "/uploads":
      case "/raw":
        // Bytes above ASCII stay as they are.
        return json(200, { contentType: request.headers["content-type"], body: body.toString("latin1") });
      case "/files/7":
        return response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71, 0, 255]));
      case "/broken":
        return json(404, { reason: "no such thing" });
      case "/flaky": {
        const key = searchParams.get("key");
        tries.set(key, (tries.get(key) ?? 0) + 1);
        return tries.get(key) === 1 ? response.writeHead(503).end() : json(200, { tries: tries.get(key) });
      }
      case "/slow":
        return undefined;
      case "/moved":
        return response.writeHead(302, { location: "http://elsewhere.example/x?secret=1" }).end();
      case "/cut":
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        return response.write('{"id":', () => response.destroy());
      case "/token":
        return setTimeout(() => json(200, { access_token: randomUUID(), expires_in: 3600, token_type: "bearer" }), 50);
      case "/mcp/stateless":
        return stateless(request, body, response);
      case "/mcp/sessions":
        return withSession(request, body, response, sessions);
      default:
        return response.writeHead(404).end();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const authority = createAuthority();
  const secure = createSecureServer(authority.server, (_request, response) => response.end('{"id":7}'));
  await once(secure.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    secureAddress: `https://127.0.0.1:${secure.address().port}`,
    certificate: authority.certificate,
    openSessions: () => sessions.size,
    close: () => {
      for (const each of [server, secure]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

/** An address where nobody listens. */
export async function closedAddress() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

/** Speaks 2026-07-28 and nothing older. */
function statelessServer() {
  const make = () => {
    const server = new Server({ name: "words", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: [found] }));
    server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: `found ${params.arguments.words}` }] }));
    return server;
  };
  const handler = createMcpHandler(make, { legacy: "reject" });
  return async ({ method, url, headers }, body, response) => {
    const request = new Request(new URL(url, "http://localhost"), { method, headers, body: body.byteLength === 0 ? null : body });
    const answer = await handler.fetch(request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };
}

/** Speaks 2025-11-25, with sessions, streams and messages of its own. */
async function withSession(request, body, response, sessions) {
  const known = sessions.get(request.headers["mcp-session-id"]);
  const transport =
    known ??
    new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
  if (known === undefined) {
    const server = new OldServer({ name: "words", version: "1" }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [found] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: "text", text: `found ${params.arguments.words}` }],
    }));
    await server.connect(transport);
  }
  await transport.handleRequest(request, response, body.byteLength === 0 ? undefined : JSON.parse(body.toString()));
}
