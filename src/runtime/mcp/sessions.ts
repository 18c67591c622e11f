import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Context } from "../context.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { adoptClient, connectTransport, type McpSession, openSession, type SessionRequest } from "./session.ts";

/** A pool of MCP sessions. */
export interface McpSessions {
  /**
   * Returns the session for a call, opened with the address and headers of `request`. Concurrent calls wait for the same session to open.
   */
  of(call: Call<McpBinding>, request: () => Promise<Request>): Promise<McpSession>;
  /** Removes a session that its server has probably lost, and closes it unless other calls use it. */
  drop(session: McpSession): void;
  close(): Promise<void>;
}

/**
 * The maximum number of open sessions: a program may have one for each of its users. If there are more, the least recently used session
 * without calls in progress is closed.
 */
const maxSessions = 100;

interface SessionEntry {
  readonly opening: Promise<McpSession>;
  /** Aborts opening the session. */
  readonly end: () => void;
  /** The session, once it is open. */
  session: McpSession | undefined;
}

export function createMcpSessions(): McpSessions {
  const byKey = new Map<string, SessionEntry>();
  const numberOfFetch = createFetchNumbers();
  let adopted = new WeakMap<object, Promise<McpSession>>();
  const overTransports = new Set<Promise<McpSession>>();

  function overHttp({ toolset, context }: Call<McpBinding>, request: Request): Promise<McpSession> {
    const key = JSON.stringify([toolset.name, numberOfFetch(context.fetch), request.url, ...request.headers]);
    const entry = byKey.get(key) ?? opened(key, { request, fetch: context.fetch, timeout: toolset.endpoint.timeout });
    // Inserting the entry again keeps the map ordered by last use.
    byKey.delete(key);
    byKey.set(key, entry);
    if (byKey.size > maxSessions) closeOldest();
    return entry.opening;
  }

  function opened(key: string, beginning: Omit<SessionRequest, "signal">): SessionEntry {
    const ending = new AbortController();
    const opening = openSession({ ...beginning, signal: ending.signal });
    const entry: SessionEntry = { opening, end: () => ending.abort(), session: undefined };
    entry.opening.then(
      (session) => {
        entry.session = session;
      },
      () => {
        // The session could not be opened, so the next call opens a new one.
        if (byKey.get(key) === entry) byKey.delete(key);
      },
    );
    return entry;
  }

  function overPeer(peer: McpClient | McpTransport, timeout: number): Promise<McpSession> {
    const known = adopted.get(peer);
    if (known !== undefined) return known;
    const session = "request" in peer ? Promise.resolve(adoptClient(peer, timeout)) : overTransport(peer, timeout);
    adopted.set(peer, session);
    return session;
  }

  function overTransport(peer: McpTransport, timeout: number): Promise<McpSession> {
    const forget = () => void overTransports.delete(session);
    const session = connectTransport(peer, timeout, forget);
    overTransports.add(session);
    session.catch(forget);
    return session;
  }

  function closeOldest(): void {
    for (const [key, { session }] of byKey) {
      if (session === undefined || session.isBusy()) continue;
      byKey.delete(key);
      void session.close().catch(() => undefined);
      return;
    }
  }

  return {
    async of(call, request) {
      const { mcp } = call.context;
      return mcp === undefined ? overHttp(call, await request()) : overPeer(mcp, call.toolset.endpoint.timeout);
    },
    drop(session) {
      for (const [key, entry] of byKey) if (entry.session === session) byKey.delete(key);
      // The session is closed, since the server may still have it: the status 400 or 404 may have another cause than a lost session.
      if (!session.isBusy()) void session.close().catch(() => undefined);
    },
    async close() {
      for (const { end } of byKey.values()) end();
      const all = [...[...byKey.values()].map(({ opening }) => opening), ...overTransports];
      byKey.clear();
      overTransports.clear();
      adopted = new WeakMap();
      await Promise.allSettled(all.map(async (session) => (await session).close()));
    },
  };
}

/**
 * Creates a function that numbers the `fetch` functions of callers, for the keys of sessions: calls with different `fetch` functions must
 * not share a session.
 */
function createFetchNumbers(): (fetch: Context["fetch"]) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (fetch) => {
    if (fetch === undefined) return 0;
    const number = numbers.get(fetch) ?? ++last;
    numbers.set(fetch, number);
    return number;
  };
}
