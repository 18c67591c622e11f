/** Handles the HTTP requests of MCP clients. */
export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
  /** Names of client functions that are not offered, since they have no handler. */
  readonly omitted: readonly string[];
}

/** The required parts of the transports of both versions of the SDK. */
export interface SessionTransport {
  handleRequest(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The hooks that a transport must be created with, so that its session is registered. */
export interface SessionHooks {
  readonly sessionIdGenerator: () => string;
  readonly onsessioninitialized: (id: string) => void;
  readonly onsessionclosed: (id: string) => void;
}

/** The sessions of the revisions up to 2025-11-25. */
export interface HttpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  /** Closes all sessions. */
  readonly close: () => Promise<void>;
}

/** The maximum number of open sessions. Clients may disappear without ending their sessions; the least recently used is closed first. */
const maxSessions = 1000;

/** Handles Streamable HTTP with a session for each client. `begin` returns a transport that is connected to its own server. */
export function createHttpSessions(begin: (hooks: SessionHooks) => Promise<SessionTransport>): HttpSessions {
  const sessions = new Map<string, SessionTransport>();

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    // If the request does not start a session, the new transport rejects it, and is not registered in `sessions`.
    if (id === null) return (await opened()).handleRequest(request);
    const session = sessions.get(id);
    if (session === undefined) return notFound();
    // Inserting it again keeps the map ordered by last use.
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
        // Nothing waits for the old session, so its error would end the process.
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
  // With status 404, the client starts a new session (MCP 2025-11-25, Transports, Session Management).
  const error = { jsonrpc: "2.0", error: { code: -32001, message: "The session does not exist." }, id: null };
  return Response.json(error, { status: 404 });
}
