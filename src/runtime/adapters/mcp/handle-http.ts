import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Servers } from "./create-servers.ts";

/** Answers the HTTP requests of MCP clients: Streamable HTTP of MCP 2025-11-25. */
export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
  /** Names of client functions that are not offered, since nobody has given a handler. */
  readonly leftOut: readonly string[];
}

/** Clients come and go without a word; the session that was used longest ago is closed first. */
const mostSessions = 1000;

export function createHandler({ create, leftOut }: Servers): McpHandler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return (await begin()).handleRequest(request);
    const session = sessions.get(id);
    if (session === undefined) return notFound();
    // Set anew, it is the last of the map: the one used most recently.
    sessions.delete(id);
    sessions.set(id, session);
    return session.handleRequest(request);
  }

  /** A request that begins no session is refused by the transport, which nobody knows then. */
  async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized(id) {
        sessions.set(id, transport);
        const [oldest] = sessions;
        if (oldest === undefined || sessions.size <= mostSessions) return;
        sessions.delete(oldest[0]);
        void oldest[1].close();
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    const server = create();
    // The SDK's transport differs from its own interface under `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  async function close(): Promise<void> {
    const all = [...sessions.values()];
    sessions.clear();
    await Promise.all(all.map((transport) => transport.close()));
  }

  return Object.assign(handle, { close, leftOut });
}

function notFound(): Response {
  // MCP 2025-11-25, Transports, Session Management: the client begins a new session then.
  const error = { jsonrpc: "2.0", error: { code: -32001, message: "There is no such session." }, id: null };
  return Response.json(error, { status: 404 });
}
