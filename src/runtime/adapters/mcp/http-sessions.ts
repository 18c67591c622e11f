/** Handles the HTTP requests of MCP clients. */
export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
  /** Names of client functions that are not offered, since they have no handler. */
  readonly omitted: readonly string[];
}

/** The members of a transport of the MCP SDK that sessions use. The transports of both versions of the SDK have them. */
export interface SessionTransport {
  handleRequest(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The options that a transport must be created with, so that its session is registered. */
export interface SessionHooks {
  readonly sessionIdGenerator: () => string;
  readonly onsessioninitialized: (id: string) => void;
  readonly onsessionclosed: (id: string) => void;
}

/** The HTTP sessions of clients that use MCP 2025-11-25 or an earlier revision. */
export interface HttpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * The maximum number of open sessions. Clients may disappear without ending their sessions, so the least recently used session is closed
 * when there are more.
 */
const maxSessions = 1000;

/** Handles Streamable HTTP with one session for each client. `begin` returns a transport that is connected to its own server. */
export function createHttpSessions(begin: (hooks: SessionHooks) => Promise<SessionTransport>): HttpSessions {
  const sessions = new Map<string, SessionTransport>();

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    // A request without a session identifier goes to a new transport. If the request starts no session, the transport rejects it, and is
    // not added to `sessions`.
    if (id === null) return (await opened()).handleRequest(request);
    const session = sessions.get(id);
    if (session === undefined) return notFound();
    // Inserting the session again keeps the map ordered by last use.
    sessions.delete(id);
    sessions.set(id, session);
    return session.handleRequest(request);
  }

  async function opened(): Promise<SessionTransport> {
    const transport = await begin({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized(id) {
        sessions.set(id, transport);
        const [oldest] = sessions;
        if (oldest === undefined || sessions.size <= maxSessions) return;
        sessions.delete(oldest[0]);
        // No caller awaits this promise, so an unhandled rejection would end the process.
        oldest[1].close().catch(() => undefined);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    return transport;
  }

  async function close(): Promise<void> {
    const all = [...sessions.values()];
    sessions.clear();
    await Promise.all(all.map((transport) => transport.close()));
  }

  return { handle, close };
}

function notFound(): Response {
  // A client that receives status 404 starts a new session (MCP 2025-11-25, Transports, Session Management). Many clients show the text of
  // the error instead. Its first words are those of the official servers.
  const message = "Session not found. It was ended, or the server was restarted. Connect again.";
  const error = { jsonrpc: "2.0", error: { code: -32001, message }, id: null };
  return Response.json(error, { status: 404 });
}
