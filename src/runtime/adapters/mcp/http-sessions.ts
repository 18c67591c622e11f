/** Answers the HTTP requests of MCP clients. */
export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
  /** Names of client functions that are not offered, since nobody has given a handler. */
  readonly leftOut: readonly string[];
}

/** What is needed of the transports of both versions of the SDK, which have one name and one form. */
export interface SessionTransport {
  handleRequest(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** What a transport has to be made with, so that its session is known. */
export interface SessionHooks {
  readonly sessionIdGenerator: () => string;
  readonly onsessioninitialized: (id: string) => void;
  readonly onsessionclosed: (id: string) => void;
}

/** The sessions of the revisions up to 2025-11-25. */
export interface HttpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  /** Ends all sessions. */
  readonly close: () => Promise<void>;
}

/** Clients come and go without a word; the session that was used longest ago is closed first. */
const mostSessions = 1000;

/** Streamable HTTP with a session for each client; `begin` gives a transport that is connected to a server of its own. */
export function createSessions(begin: (hooks: SessionHooks) => Promise<SessionTransport>): HttpSessions {
  const sessions = new Map<string, SessionTransport>();

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    // A request that begins no session is refused by the transport, which nobody knows then.
    if (id === null) return (await opened()).handleRequest(request);
    const session = sessions.get(id);
    if (session === undefined) return notFound();
    // Set anew, it is the last of the map: the one used most recently.
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
        if (oldest === undefined || sessions.size <= mostSessions) return;
        sessions.delete(oldest[0]);
        void oldest[1].close();
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
  // MCP 2025-11-25, Transports, Session Management: the client begins a new session then.
  const error = { jsonrpc: "2.0", error: { code: -32001, message: "There is no such session." }, id: null };
  return Response.json(error, { status: 404 });
}
