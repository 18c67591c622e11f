import { expect, test } from "vitest";
import { createHttpSessions, type SessionTransport } from "../../src/runtime/adapters/mcp/http-sessions.ts";

function start() {
  const closed: string[] = [];
  const sessions = createHttpSessions(async ({ sessionIdGenerator, onsessioninitialized, onsessionclosed }) => {
    const id = sessionIdGenerator();
    const transport: SessionTransport = {
      async handleRequest(request) {
        if (request.method === "DELETE") onsessionclosed(id);
        else if (request.headers.get("mcp-session-id") === null) onsessioninitialized(id);
        return new Response(id);
      },
      async close() {
        closed.push(id);
        throw new Error("The connection is gone.");
      },
    };
    return transport;
  });
  const send = (id?: string, method = "POST") =>
    sessions.handle(new Request("http://localhost/mcp", { method, headers: id === undefined ? {} : { "mcp-session-id": id } }));
  const open = async () => (await send()).text();
  return { closed, send, open, close: sessions.close };
}

test("an MCP handler closes the least recently used of more than 1,000 sessions, and ignores its error", async () => {
  const { closed, send, open } = start();
  const [first, second] = [await open(), await open()];
  for (let count = 2; count < 1_000; count++) await open();
  expect(await (await send(first)).text()).toBe(first);
  expect(closed).toEqual([]);
  await open();
  expect(closed).toEqual([second]);
  expect((await send(second)).status).toBe(404);
  expect((await send(first)).status).toBe(200);
});

test("an MCP handler answers 404 for a session that its client has ended, and says to connect again", async () => {
  const { send, open } = start();
  const id = await open();
  await send(id, "DELETE");
  const answer = await send(id);
  expect(answer.status).toBe(404);
  // Many clients show this text, and do not connect again by themselves.
  expect(await answer.json()).toMatchObject({
    error: { code: -32001, message: expect.stringMatching(/^Session not found.*Connect again/) },
  });
});
