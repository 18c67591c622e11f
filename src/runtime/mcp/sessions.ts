import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Context } from "../context.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { adoptClient, type Beginning, connectTransport, openSession, type Session } from "./session.ts";

/** The sessions of a program. */
export interface Sessions {
  /** The session for a call whose requests are like `request`. Calls that come while it is being opened wait for the same one. */
  of(call: Call<McpBinding>, request: () => Promise<Request>): Promise<Session>;
  /** Forgets a session that its server has lost. */
  drop(session: Session): void;
  close(): Promise<void>;
}

/** A program that serves many users has a session for each; the one that was used longest ago is closed first. */
const mostSessions = 100;

interface Entry {
  readonly opening: Promise<Session>;
  /** Ends the opening. */
  readonly end: () => void;
  /** Once it is open. */
  session: Session | undefined;
}

export function createSessions(): Sessions {
  const byKey = new Map<string, Entry>();
  const numberOfFetch = numbering();
  let adopted = new WeakMap<object, Promise<Session>>();
  let overTransports: Promise<Session>[] = [];

  function overHttp({ toolset, context }: Call<McpBinding>, request: Request): Promise<Session> {
    const key = JSON.stringify([toolset.name, numberOfFetch(context.fetch), request.url, ...request.headers]);
    const entry = byKey.get(key) ?? opened(key, { request, fetch: context.fetch, timeout: toolset.connection.timeout });
    // Set anew, it is the last of the map: the one used most recently.
    byKey.delete(key);
    byKey.set(key, entry);
    if (byKey.size > mostSessions) closeOldest();
    return entry.opening;
  }

  function opened(key: string, beginning: Omit<Beginning, "signal">): Entry {
    const ending = new AbortController();
    const opening = openSession({ ...beginning, signal: ending.signal });
    const entry: Entry = { opening, end: () => ending.abort(), session: undefined };
    entry.opening.then(
      (session) => {
        entry.session = session;
      },
      () => {
        // The next call tries again.
        if (byKey.get(key) === entry) byKey.delete(key);
      },
    );
    return entry;
  }

  function through(peer: McpClient | McpTransport, timeout: number): Promise<Session> {
    const known = adopted.get(peer);
    if (known !== undefined) return known;
    const session = "request" in peer ? Promise.resolve(adoptClient(peer, timeout)) : connectTransport(peer, timeout);
    adopted.set(peer, session);
    if (!("request" in peer)) overTransports.push(session);
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
      return mcp === undefined ? overHttp(call, await request()) : through(mcp, call.toolset.connection.timeout);
    },
    drop(session) {
      for (const [key, entry] of byKey) if (entry.session === session) byKey.delete(key);
    },
    async close() {
      for (const { end } of byKey.values()) end();
      const all = [...[...byKey.values()].map(({ opening }) => opening), ...overTransports];
      byKey.clear();
      overTransports = [];
      adopted = new WeakMap();
      await Promise.allSettled(all.map(async (session) => (await session).close()));
    },
  };
}

/** A number for each `fetch` that callers give: requests of one must not go through another. */
function numbering(): (fetch: Context["fetch"]) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (fetch) => {
    if (fetch === undefined) return 0;
    const number = numbers.get(fetch) ?? ++last;
    numbers.set(fetch, number);
    return number;
  };
}
