import { inspect } from "node:util";
import {
  Client as Client2,
  InMemoryTransport as InMemoryTransport2,
  StreamableHTTPClientTransport as StreamableHTTPClientTransport2,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as SdkServer2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mcpHandler, mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { mcpHandler as mcpHandler2, mcpServers, registerTools } from "../../src/runtime/adapters/mcp-2.ts";
import { bindHandler, bindTool, defineTool, type Tool } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { failingHooks } from "./failing-hooks.ts";
import { deleteItem, getItem, listItems, pickColour, storeTools } from "./store.ts";

let shop: Loopback;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  shop = await startLoopback();
  shop.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"kettle","price":9}');
  open.push(shop);
});

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** The parts of both versions' clients that are looked at here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; [member: string]: unknown }[]; nextCursor?: string | undefined }>;
  callTool(params: { name: string; arguments?: { [name: string]: unknown } }): Promise<{ [member: string]: unknown }>;
}

async function connect1(tools: readonly Tool[], options = {}): Promise<Client> {
  const { server } = mcpServer(tools, { baseUrl: shop.address, ...options });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
  open.push(client);
  return client;
}

async function connect2(tools: readonly Tool[], options = {}): Promise<Client2> {
  const server = new SdkServer2({ name: "test", version: "1" });
  registerTools(server, tools, { baseUrl: shop.address, ...options });
  const [here, there] = InMemoryTransport2.createLinkedPair();
  const client = new Client2({ name: "test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
  open.push(client);
  return client;
}

/** Without a session: each request is answered by a server of its own. */
async function connectModern(tools: readonly Tool[], options = {}): Promise<Client2> {
  const handle = mcpHandler2(tools, { baseUrl: shop.address, ...options });
  const transport = new StreamableHTTPClientTransport2(new URL("http://127.0.0.1/mcp"), {
    fetch: (address, init) => handle(new Request(address, init)),
  });
  const client = new Client2({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(transport);
  open.push(client, handle);
  return client;
}

async function connectPinnedOnStdio(tools: readonly Tool[], options = {}): Promise<Client2> {
  const { create } = mcpServers(tools, { baseUrl: shop.address, ...options });
  const [here, there] = InMemoryTransport2.createLinkedPair();
  open.push(serveStdio(create, { transport: there }));
  const client = new Client2({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(here);
  open.push(client);
  return client;
}

const versions: [string, (tools: readonly Tool[], options?: object) => Promise<AnyClient>][] = [
  ["version 1 of the SDK", connect1],
  ["version 2 of the SDK", connect2],
  ["revision 2026-07-28 over HTTP", connectModern],
  ["revision 2026-07-28 on a connection", connectPinnedOnStdio],
];

describe.each(versions)("an MCP server for a client of %s", (_version, connect) => {
  test("lists tools with schemas, hints and title, all in one page", async () => {
    const { tools, nextCursor } = await (await connect(storeTools)).listTools();
    expect(nextCursor).toBeUndefined();
    expect(tools.map(({ name }) => name)).toEqual(["store_get_item", "store_delete_item", "store_set_labels", "store_list_items"]);
    expect(tools[0]).toMatchObject({
      title: "Get an item",
      description: "Gets an item of the store.",
      inputSchema: { type: "object", properties: { id: { type: "integer", minimum: 1 } }, required: ["id"] },
      outputSchema: { type: "object", anyOf: [{ type: "object", properties: { name: { type: "string" } } }, { type: "object" }] },
      annotations: { readOnlyHint: true, destructiveHint: false },
      _meta: { "toolsetc/tags": ["items"] },
    });
    expect(tools[1]).toMatchObject({
      annotations: { destructiveHint: true, idempotentHint: true },
      _meta: { "toolsetc/approval": "required" },
    });
  });

  test("cuts structured content as it cuts the text, and clients accept the result", async () => {
    const items = { type: "array", items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } };
    const output = { type: "object", properties: { items, total: { type: "integer" } }, required: ["items", "total"] };
    const large = defineTool({ ...getItem, input: {}, output, http: { method: "GET", path: "/" } });
    const body = JSON.stringify({ items: Array.from({ length: 10_000 }, () => ({ name: "kettle" })), total: 10_000 });
    shop.answer = (response) => response.setHeader("content-type", "application/json").end(body);
    const client = await connect([large]);
    // The official clients validate structured content with the listed schema.
    expect((await client.listTools()).tools[0]).toHaveProperty("outputSchema");
    const answer = await client.callTool({ name: large.name, arguments: {} });
    expect(answer["isError"]).not.toBe(true);
    expect(JSON.stringify(answer["structuredContent"]).length).toBeLessThanOrEqual(32 * 1024);
    expect(answer["structuredContent"]).toMatchObject({ _cut: expect.stringContaining("was truncated") });
    expect([answer["structuredContent"]]).toEqual([JSON.parse((answer["content"] as { text: string }[])[0]!.text)]);
  });

  test("answers a call with text and structured content", async () => {
    const answer = await (await connect([getItem])).callTool({ name: "store_get_item", arguments: { id: 3, size: "small" } });
    expect(answer).toMatchObject({
      structuredContent: { name: "kettle", price: 9 },
      content: [{ type: "text", text: '{"name":"kettle","price":9}' }],
    });
    expect(answer["isError"]).not.toBe(true);
    expect(shop.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /items/3?size=small"]);
  });

  test.each<[string, string, unknown]>([
    ["no content", "", { result: null }],
    ["null", "null", { result: null }],
    ["a list", "[1,2]", { result: [1, 2] }],
    ["a text", '"sold"', { result: "sold" }],
    ["an object with a member of another type", '{"name":7}', { name: 7 }],
    ["an object without a required member", "{}", {}],
  ])("returns what its output schema allows if a service returns %s instead of an object", async (_what, body, structured) => {
    shop.answer = (response) => response.writeHead(body === "" ? 204 : 200, { "content-type": "application/json" }).end(body);
    const client = await connect([getItem], { outputSchemas: "always" });
    expect((await client.listTools()).tools[0]).toHaveProperty("outputSchema.anyOf.0.properties.name", { type: "string" });
    const answer = await client.callTool({ name: "store_get_item", arguments: { id: 3 } });
    expect(answer["content"]).toEqual([{ type: "text", text: body === "" ? "null" : body }]);
    expect(answer["structuredContent"]).toEqual(structured);
    expect(answer["isError"]).not.toBe(true);
  });

  test("returns a result that was cut to size as text, without an output schema", async () => {
    shop.answer = (response) => {
      const items = Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}` }));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    };
    const client = await connect([listItems]);
    expect((await client.listTools()).tools[0]).not.toHaveProperty("outputSchema");
    const answer = await client.callTool({ name: "store_list_items", arguments: {} });
    expect(answer).not.toHaveProperty("structuredContent");
    const [{ text }] = answer["content"] as [{ text: string }];
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toContain("_cut");
  });

  test("shows the model invalid arguments and failed calls, and programs the code of the error", async () => {
    const client = await connect([getItem]);
    const invalid = await client.callTool({ name: "store_get_item", arguments: { id: "x" } });
    expect(invalid["isError"]).toBe(true);
    expect(JSON.stringify(invalid["content"])).toMatch(/id/);
    expect(shop.arrivals).toEqual([]);
    shop.answer = (response) => response.writeHead(500).end("secret words");
    const failed = await client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    expect(failed).toMatchObject({ isError: true, _meta: { "toolsetc/code": "http-error", "toolsetc/sent": true } });
    expect(JSON.stringify(failed)).not.toContain("secret words");
  });

  test("passes an error to the application", async () => {
    const cause = new Error("The password is hunter2.");
    const onError = vi.fn();
    const failing = bindHandler(pickColour, () => Promise.reject(cause));
    const client = await connect([getItem, failing], { onError });
    shop.answer = (response) => response.writeHead(500).end("secret words");
    await client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    await client.callTool({ name: "store_get_item", arguments: { id: "x" } });
    const answer = await client.callTool({ name: "page_pick_colour", arguments: { of: "hat" } });
    expect(answer).toMatchObject({ isError: true, content: [{ type: "text", text: "The tool failed." }] });
    const id = expect.any(String);
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ code: "http-error" }), { id, name: "store_get_item", arguments: { id: 1 } }],
      [expect.objectContaining({ code: "invalid-arguments" }), { id, name: "store_get_item", arguments: { id: "x" } }],
      [cause, { id, name: "page_pick_colour", arguments: { of: "hat" } }],
    ]);
  });

  test("passes an error to the application without secrets", async () => {
    const onError = vi.fn();
    const authorize = (request: Request) => new Request(request, { headers: { authorization: "Bearer hunter2" } });
    const client = await connect([getItem], { onError, authorize });
    shop.answer = (response, { headers }) => response.writeHead(401).end(headers.authorization);
    await client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    expect(shop.arrivals).toMatchObject([{ headers: { authorization: "Bearer hunter2" } }]);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(inspect(onError.mock.calls, { depth: 20, showHidden: true })).not.toContain("hunter2");
  });

  test.each(failingHooks)("answers a call although the hook `onError` %s", async (_how, onError) => {
    const client = await connect([getItem], { onError });
    shop.answer = (response) => response.writeHead(500).end();
    expect(await client.callTool({ name: "store_get_item", arguments: { id: 1 } })).toMatchObject({ isError: true });
  });

  test("gives each failed call its code", async () => {
    const client = await connect([getItem]);
    const answer = await client.callTool({ name: "store_get_item", arguments: { id: "x" } });
    expect(answer).toMatchObject({ isError: true, _meta: { "toolsetc/code": "invalid-arguments", "toolsetc/sent": false } });
  });

  test("shows the client nothing of an error of `contextOf`", async () => {
    const cause = new Error("The password is hunter2.");
    const onError = vi.fn();
    const client = await connect([getItem], { onError, contextOf: () => Promise.reject(cause) });
    const answer = await client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    expect(answer).toMatchObject({ isError: true, content: [{ type: "text", text: "The tool failed." }] });
    expect(onError).toHaveBeenCalledWith(cause, { id: expect.any(String), name: "store_get_item", arguments: { id: 1 } });
    expect(shop.arrivals).toEqual([]);
  });

  test("returns a result that does not match the output schema as success", async () => {
    shop.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":7}');
    const mismatches: unknown[] = [];
    const client = await connect([getItem], { onMismatch: ({ tool }: { tool: string }) => mismatches.push(tool) });
    // Without the client's own check, which both have in `callTool`.
    const { request } = client as unknown as { request(request: object, schema: object): Promise<unknown> };
    const params = { name: "store_get_item", arguments: { id: 1 } };
    const anything = {
      safeParse: (data: unknown) => ({ success: true, data }),
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    };
    const answer = await request.call(client, { method: "tools/call", params }, anything);
    expect(answer).toMatchObject({ structuredContent: { name: 7 } });
    expect(answer).not.toHaveProperty("isError", true);
    expect(mismatches).toEqual(["store_get_item"]);
  });

  test("rejects a call of a tool that it does not have", async () => {
    const client = await connect([getItem]);
    await expect(client.callTool({ name: "store_delete_item", arguments: { id: 1 } })).rejects.toThrow(/-32602|store_delete_item/);
  });

  test("passes the id of a call, and what `contextOf` makes of the request, to the tool", async () => {
    const seen: unknown[] = [];
    const handler = vi.fn((_input: { of: string }, context: { toolCallId?: string | undefined; variables?: object | undefined }) => {
      seen.push(typeof context.toolCallId, context.variables);
      return { colour: "red" };
    });
    const contextOf = () => ({ variables: { user: "ann" } });
    const client = await connect([bindHandler(pickColour, handler)], { contextOf });
    const answer = await client.callTool({ name: "page_pick_colour", arguments: { of: "hat" } });
    expect(answer).toMatchObject({ structuredContent: { colour: "red" } });
    expect(seen).toEqual(["string", { user: "ann" }]);
  });

  test("cancels a call at the service if the client cancels it", async () => {
    let gone = false;
    shop.answer = (response) => {
      response.on("close", () => {
        gone = true;
      });
    };
    // Both clients take the options last, the first after a schema.
    const client = (await connect([getItem])) as unknown as { request(request: object, schema: object, options: object): Promise<unknown> };
    const controller = new AbortController();
    const params = { name: "store_get_item", arguments: { id: 1 } };
    const anything = {
      safeParse: (data: unknown) => ({ success: true, data }),
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    };
    const calling = client.request({ method: "tools/call", params }, anything, { signal: controller.signal });
    calling.catch(() => undefined);
    await vi.waitFor(() => expect(shop.arrivals).toHaveLength(1));
    controller.abort();
    await expect(calling).rejects.toBeDefined();
    await vi.waitFor(() => expect(gone).toBe(true));
  });

  test.each<[string, (signal: AbortSignal) => object]>([
    ["of the options", (signal) => ({ signal })],
    ["of the request's context", (signal) => ({ contextOf: () => ({ signal }) })],
  ])("cancels a call with the signal %s", async (_whose, options) => {
    shop.answer = () => undefined;
    const controller = new AbortController();
    const client = await connect([getItem], options(controller.signal));
    const calling = client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    await vi.waitFor(() => expect(shop.arrivals).toHaveLength(1));
    controller.abort();
    expect(await calling).toMatchObject({ isError: true, _meta: { "toolsetc/code": "cancelled", "toolsetc/sent": true } });
  });

  test("passes on the progress of a call", async () => {
    const slow = bindTool(getItem, {});
    const reporting: Tool = {
      ...slow,
      execute: async (_input, context) => {
        context?.onProgress?.({ tool: slow.name, toolCallId: undefined, progress: 1, total: 2, message: "half" });
        return { name: "kettle" };
      },
    };
    // `bindTools` wraps `execute`, so the progress comes from within.
    const client = (await connect([reporting])) as unknown as {
      request(request: object, schema: object, options: object): Promise<unknown>;
    };
    const onprogress = vi.fn();
    const anything = {
      safeParse: (data: unknown) => ({ success: true, data }),
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    };
    await client.request({ method: "tools/call", params: { name: "store_get_item", arguments: { id: 1 } } }, anything, { onprogress });
    expect(onprogress).toHaveBeenCalledWith(expect.objectContaining({ progress: 1, total: 2, message: "half" }));
  });
});

test("an MCP server reports a call of an unknown tool to the application", async () => {
  const onError = vi.fn();
  const client = await connect1([getItem], { onError });
  await expect(client.callTool({ name: "store_sell", arguments: {} })).rejects.toThrow("Unknown tool: store_sell");
  expect(onError.mock.calls).toMatchObject([[{ code: "unknown-tool" }, { name: "store_sell", arguments: {} }]]);
});

test("an MCP server omits client functions without a handler, and names them", () => {
  expect(mcpServer([getItem, pickColour]).omitted).toEqual(["page_pick_colour"]);
  expect(mcpServer([getItem, bindHandler(pickColour, () => ({ colour: "red" }))]).omitted).toEqual([]);
  expect(mcpServer([pickColour], { handlers: { page_pick_colour: () => ({ colour: "red" }) } }).omitted).toEqual([]);
  const server = new SdkServer2({ name: "test", version: "1" });
  expect(registerTools(server, [getItem, pickColour]).omitted).toEqual(["page_pick_colour"]);
});

test("an MCP server with two tools of one name throws, at the latest when it starts", () => {
  const other = { ...getItem, id: "other" };
  expect(() => mcpServer([getItem, other] as readonly Tool[])).toThrow(/Two tools have the name "store_get_item"/);
  const renamed = defineTool<{ id: string }, { name: string }, "store_get_item">({
    ...getItem,
    input: {},
    output: {},
    http: { method: "GET", path: "/" },
  });
  // @ts-expect-error Two different tools have the name.
  expect(() => mcpServer([getItem, renamed])).toThrow();
});

test("an MCP server lists output schemas up to 16 KiB in total, or always, or never", async () => {
  const property = { type: "string", description: "x".repeat(100) };
  const output = { type: "object", properties: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`p${index}`, property])) };
  const large = defineTool({ ...getItem, input: {}, output, http: { method: "GET", path: "/" } });
  const has = async (tool: Tool, options = {}) => "outputSchema" in ((await (await connect1([tool], options)).listTools()).tools[0] ?? {});
  expect([await has(getItem), await has(large)]).toEqual([true, false]);
  expect(await has(large, { outputBudget: 64 * 1024 })).toBe(true);
  expect(await has(getItem, { outputBudget: 10 })).toBe(false);
  expect([await has(large, { outputSchemas: "always" }), await has(getItem, { outputSchemas: "never" })]).toEqual([true, false]);
  expect(await (await connect1([large])).callTool({ name: getItem.name, arguments: {} })).not.toHaveProperty("structuredContent");
});

describe.each([
  ["version 1", mcpHandler],
  ["version 2", mcpHandler2],
])("over Streamable HTTP of 2025-11-25 with %s of the SDK", (_version, mcpHandler) => {
  async function connectHttp(
    url: URL,
    handle: (request: Request) => Promise<Response>,
  ): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
    const transport = new StreamableHTTPClientTransport(url, { fetch: (address, init) => handle(new Request(address, init)) });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    open.push(client);
    return { client, transport };
  }

  test("gives each client its own session with the same tools", async () => {
    const handle = mcpHandler([getItem, deleteItem, pickColour], { baseUrl: shop.address });
    expect(handle.omitted).toEqual(["page_pick_colour"]);
    const url = new URL("http://127.0.0.1/mcp");
    const [first, second] = [await connectHttp(url, handle), await connectHttp(url, handle)];
    expect(first.transport.sessionId).not.toBe(second.transport.sessionId);
    expect((await first.client.listTools()).tools).toEqual((await second.client.listTools()).tools);
    expect(await first.client.callTool({ name: "store_get_item", arguments: { id: 1 } })).toMatchObject({
      structuredContent: { name: "kettle" },
    });
    await first.transport.terminateSession();
    const headers = { "mcp-session-id": "never", "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const gone = await handle(new Request(url, { method: "POST", headers, body }));
    expect(gone.status).toBe(404);
    expect((await second.client.listTools()).tools).toHaveLength(2);
    await handle.close();
  });

  test("refuses a request without a session that begins none", async () => {
    const handle = mcpHandler([getItem]);
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await handle(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }))).status).toBe(400);
  });
});

test("a server of 2026-07-28 over HTTP describes itself, and says how long its list may be kept", async () => {
  const handle = mcpHandler2([getItem], { baseUrl: shop.address, name: "shop", instructions: "Ask before you sell." });
  const ask = async (method: string, headers: Record<string, string> = {}, params: object = {}) => {
    const version = "2026-07-28";
    const _meta = { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} };
    const response = await handle(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": version,
          "mcp-method": method,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
      }),
    );
    return { status: response.status, session: response.headers.get("mcp-session-id"), body: await response.json() };
  };
  expect(await ask("server/discover")).toMatchObject({
    status: 200,
    session: null,
    body: {
      result: {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        instructions: "Ask before you sell.",
        ttlMs: 60_000,
        cacheScope: "private",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "shop" } },
      },
    },
  });
  const listed = await ask("tools/list");
  expect(listed.body).toMatchObject({ result: { tools: [{ name: "store_get_item" }], ttlMs: 60_000, cacheScope: "private" } });
  const params = { name: "store_get_item", arguments: { id: 1 } };
  expect((await ask("tools/call", { "mcp-name": "store_get_item" }, params)).body).toMatchObject({
    result: { structuredContent: { name: "kettle" } },
  });
  // What headers and body say differently, somebody on the way could be misled by.
  expect(await ask("tools/call", { "mcp-name": "store_delete_item" }, params)).toMatchObject({
    status: 400,
    body: { error: { code: -32020 } },
  });
  expect(await ask("tools/call", {}, params)).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  expect(await ask("initialize")).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
  expect(shop.arrivals).toHaveLength(1);
  await handle.close();
});
