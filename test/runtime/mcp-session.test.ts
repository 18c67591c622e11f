import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { afterEach, expect, test, vi } from "vitest";
import { type Context, defineTool, defineToolset } from "../../src/runtime/index.ts";
import { createMcp } from "../../src/runtime/mcp/mcp.ts";
import { connectTransport } from "../../src/runtime/mcp/session.ts";
import { readPages } from "../../src/runtime/mcp/tool-list.ts";
import { createTraffic } from "../../src/runtime/mcp/traffic.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { ResponseLimitError } from "../../src/runtime/response/read-bounded.ts";
import { endpoint } from "./fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a session reports the end of its transport, so that nothing keeps the session", async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: "shop", version: "1" }, { capabilities: { tools: {} } });
  await server.connect(theirs);
  const onEnd = vi.fn();
  await connectTransport(ours, 5000, onEnd);
  expect(onEnd).not.toHaveBeenCalled();
  await server.close();
  expect(onEnd).toHaveBeenCalledOnce();
});

test("the wait before the stream of notifications ends does not keep the program alive", () => {
  const started = vi.spyOn(globalThis, "setTimeout");
  const traffic = createTraffic({ fetch: undefined, timeout: 1000, needsStream: () => false });
  traffic.enter()();
  const timers = started.mock.results.map(({ value }) => value);
  expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
  traffic.close();
});

test("all pages of a tool list together have at most 8 MiB", async () => {
  let pages = 0;
  const page = () => Promise.resolve({ tools: [{ name: "find", description: "x".repeat(3 << 20) }], nextCursor: String(++pages) });
  const read = async () => {
    for await (const _ of readPages(page));
  };
  await expect(read()).rejects.toBeInstanceOf(ResponseLimitError);
  expect(pages).toBe(3);
});

test("a session with a running call is not closed to make room for another session", async () => {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const results: { readonly [method: string]: object } = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "shop", version: "1" } },
    "tools/list": { tools: [{ name: "find", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "found" }] },
  };
  const fetch = async (request: Request): Promise<Response> => {
    const { id, method } = request.method === "POST" ? await request.json() : {};
    if (id === undefined) return new Response(null, { status: request.method === "POST" ? 202 : 405 });
    if (method === "tools/call" && request.headers.get("x-user") === "0") {
      begin();
      await Promise.race([finished, aborted(request.signal)]);
    }
    const result = results[method];
    return Response.json({ jsonrpc: "2.0", id, ...(result === undefined ? { error: { code: -32601, message: "Unknown" } } : { result }) });
  };
  const definition = { mcpToolset: { serverAddress: "https://shop.example/", customHeaders: { "x-user": "$context.variables.user" } } };
  const transport = createMcp();
  const toolset = defineToolset({
    format: 2,
    uses: [allParts],
    name: "shop",
    displayName: "Shop",
    connection: { ...endpoint, kind: "mcp", definition },
    transport,
  });
  const tool = defineTool({
    toolset,
    id: "find",
    name: "find",
    description: "",
    input: { type: "object" },
    output: {},
    mcp: { tool: "find" },
  });
  const call = (user: number) => tool.execute({}, { fetch, variables: { user: String(user) } } satisfies Context);
  const first = call(0);
  await begun;
  await Promise.all(Array.from({ length: 105 }, (_, index) => call(index + 1)));
  finish();
  expect(await first).toEqual({ result: "found" });
  await transport.close();
});

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

test("a stream of notifications that was aborted before a call starts does not delay the call", async () => {
  const traffic = createTraffic({ fetch: undefined, timeout: 1000, needsStream: () => true });
  await expect(traffic.fetch("http://127.0.0.1:9/mcp", { method: "GET", signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});
