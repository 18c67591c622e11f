import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../../src/runtime/index.ts";
import { mcp } from "../../../src/runtime/mcp/mcp.ts";
import { startMcpServer } from "../mcp-server.ts";
import { shortenWaits } from "../short-waits.ts";
import { finished } from "../waiting/finished.ts";
import { compiledTask } from "./compiled-task.ts";
import { startTaskServer, startTool, type TaskServer } from "./task-server.ts";

// Tools that an MCP server executes only as tasks, on a server of the official SDK.

let server: TaskServer;
beforeAll(async () => {
  server = await startTaskServer();
});
beforeEach(() => {
  server.arrivals.length = 0;
  server.pollInterval = 50;
  server.tools = [startTool];
  server.before = () => false;
});
afterAll(async () => {
  await mcp.close();
  await server.close();
});

shortenWaits();

const compiled = (overrides?: object) => compiledTask(server.address, overrides);

const credentials: Context = { auth: { bearerToken: "hunter2-token" } };
/** Lets the server answer polls with `working` so many times, and then ends the task. */
function finishAfter(polls: number, end: () => Promise<void>): void {
  let asked = 0;
  server.before = (_request, _response, body) => {
    if (body.includes('"tasks/get"') && asked++ === polls) void end();
    return false;
  };
}

test("a call begins a task once, polls it, and returns the result of the tool", async () => {
  const start = await compiled();
  finishAfter(2, () => server.finish());
  expect(await start.execute({ rows: 7 }, { ...credentials, output: "strict" })).toEqual({ status: "done" });
  const methods = server.methods();
  expect(methods.slice(0, 3)).toEqual(["tools/call", "tasks/get", "tasks/get"]);
  expect(methods.filter((method) => method !== "tasks/get")).toEqual(["tools/call", "tasks/result"]);
  const call = server.arrivals.find(({ rpc }) => rpc === "tools/call");
  expect(JSON.parse(call?.body ?? "")).toMatchObject({ params: { name: "start", arguments: { rows: 7 }, task: { ttl: 3_600_000 } } });
});

describe("a call does not poll", () => {
  shortenWaits(10_000);

  test("more often than the server asks", async () => {
    server.pollInterval = 6000;
    const times: number[] = [];
    finishAfter(1, () => server.finish());
    const onRequest: Context["onRequest"] = () => times.push(Date.now());
    await (await compiled()).execute({}, { ...credentials, onRequest });
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A twentieth of the six seconds, after the call and after the first poll; the result is asked for at once.
    expect(waits.map((wait) => wait >= 290)).toEqual([true, true, false]);
  });
});

describe("the result of a call is a handle", () => {
  test("with which a later call goes on without a new task", async () => {
    const start = await compiled({ wait: { seconds: 0.3 } });
    const first = await start.execute({ rows: 7 }, { ...credentials, output: "strict" });
    expect(first).toEqual({ _waiting: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const again = await start.execute({ rows: 7, ...first }, credentials);
    expect(again).toEqual(first);
    await server.finish();
    expect(await start.execute({ rows: 7, ...first }, credentials)).toEqual({ status: "done" });
    expect(server.methods().filter((method) => method === "tools/call")).toHaveLength(1);
    await expect(start.execute({ rows: 7, ...first }, credentials)).rejects.toMatchObject({ code: "invalid-arguments", sent: false });
  });

  test("if the result of the task does not arrive in time", async () => {
    const start = await compiled();
    finishAfter(0, () => server.finish());
    const { before } = server;
    server.before = (request, response, body) => body.includes('"tasks/result"') || before(request, response, body);
    expect(await start.execute({}, { ...credentials, deadline: 1000 })).toEqual({ _waiting: expect.any(String) });
    expect(server.methods().filter((method) => method === "tools/call")).toHaveLength(1);
  });

  test("with which a program goes on until the task is done", async () => {
    const start = await compiled({ wait: { seconds: 0.1 } });
    finishAfter(6, () => server.finish());
    expect(await finished(start, {}, { most: 50, context: credentials })).toEqual({ status: "done" });
    expect(server.methods().filter((method) => method === "tools/call")).toHaveLength(1);
  });
});

test("a call that is cancelled cancels its task", async () => {
  const controller = new AbortController();
  finishAfter(1, async () => controller.abort());
  await expect((await compiled()).execute({}, { ...credentials, signal: controller.signal })).rejects.toMatchObject({
    code: "cancelled",
    sent: true,
  });
  expect(server.methods().at(-1)).toBe("tasks/cancel");
  expect(await server.status()).toBe("cancelled");
});

describe("a task that does not succeed is an error", () => {
  test("if the tool fails", async () => {
    const content = [{ type: "text" as const, text: "There is no disk for hunter2-token." }];
    finishAfter(1, () => server.finish({ content, isError: true }, "failed"));
    await expect((await compiled()).execute({}, credentials)).rejects.toMatchObject({
      code: "tool-failed",
      sent: true,
      message: 'The tool failed. Reason from the service: "There is no disk for ***."',
    });
  });

  test.each([
    ["reason", 'The server has cancelled the task. Reason from the service: "No disk for ***."'],
    ["status", "The server has cancelled the task."],
  ] as const)("if the server cancels it, with `errors: %s`", async (errors, message) => {
    finishAfter(1, () => server.cancel("No disk for hunter2-token."));
    await expect((await compiled()).execute({}, { ...credentials, errors })).rejects.toMatchObject({ code: "tool-failed", message });
  });

  test("if the server no longer knows it, and the error says that the call was made", async () => {
    server.before = (_request, response, body) => {
      if (!body.includes('"tasks/get"')) return false;
      const { id } = JSON.parse(body) as { id: number };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: "Task has expired" } }));
      return true;
    };
    await expect((await compiled()).execute({}, credentials)).rejects.toMatchObject({
      code: "tool-failed",
      sent: true,
      message: expect.stringMatching(/^The call was made, but the state of what it began could not be read\. .*Task has expired/),
    });
  });
});

describe("a server of tasks that does not answer", () => {
  // The waits between lost polls double.
  shortenWaits(10_000);

  test.each([
    [3, "polls again"],
    [9, "ends after the fifth, and is not made again"],
  ])("if the server does not answer %i polls, the call %s", async (lost) => {
    let polls = 0;
    server.before = (_request, response, body) => {
      if (!body.includes('"tasks/get"')) return false;
      if (polls++ < lost) {
        response.destroy();
        return true;
      }
      void server.finish();
      return false;
    };
    const result = await (await compiled()).execute({}, credentials).catch((error: unknown) => error);
    if (lost === 3) expect(result).toEqual({ status: "done" });
    else expect(result).toMatchObject({ code: "network-error", sent: true, message: expect.stringContaining("The call was made") });
    expect(server.methods().filter((method) => method === "tools/call")).toHaveLength(1);
  });
});

test("a server that does not declare tasks gets a usual call", async () => {
  const usual = await startMcpServer();
  try {
    usual.tools = [startTool];
    usual.call = ({ task }) => ({ content: [], structuredContent: { status: task === undefined ? "usual" : "task" } });
    const definition = await compiled();
    expect(
      await definition.execute({}, { ...credentials, mcp: await connected(Client, StreamableHTTPClientTransport, usual.address) }),
    ).toEqual({
      status: "usual",
    });
  } finally {
    await usual.close();
  }
});

async function connected<Peer extends { connect(transport: never): Promise<void> }>(
  Made: new (info: { name: string; version: string }) => Peer,
  Over: new (url: URL) => object,
  address: string,
): Promise<Peer> {
  const client = new Made({ name: "test", version: "1" });
  await client.connect(new Over(new URL(address)) as never); // Each client has the transport of its own SDK.
  return client;
}

test.each([
  ["1", () => connected(Client, StreamableHTTPClientTransport, server.address)],
  ["2", () => connected(Client2, Transport2, server.address)],
])("a call with a client of version %s of the SDK that the program passes begins the task once", async (_version, connect) => {
  finishAfter(1, () => server.finish());
  const client = await connect();
  expect(await (await compiled()).execute({}, { mcp: client })).toEqual({ status: "done" });
  expect(server.methods().filter((method) => method === "tools/call")).toHaveLength(1);
  await client.close();
});

test("the added handle is no drift of the tool, and other drift is found before a task begins", async () => {
  const start = await compiled();
  const onDrift = vi.fn();
  finishAfter(0, () => server.finish());
  await start.execute({}, { ...credentials, drift: "warn", onDrift });
  expect(onDrift).not.toHaveBeenCalled();
  server.tools = [{ ...startTool, inputSchema: { ...startTool.inputSchema, properties: {} } }];
  // A new session reads the list again.
  await mcp.close();
  server.arrivals.length = 0;
  await expect(start.execute({ rows: 7 }, credentials)).rejects.toMatchObject({ code: "drift", sent: false });
  expect(server.methods()).toEqual([]);
});
