import {
  Client as Client2,
  InMemoryTransport as InMemoryTransport2,
  StreamableHTTPClientTransport as StreamableHTTPClientTransport2,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as SdkServer2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { discover } from "../../src/runtime/adapters/discover.ts";
import { mcpHandler, mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { mcpHandler as mcpHandler2, mcpServers, registerTools } from "../../src/runtime/adapters/mcp-2.ts";
import type { Tool } from "../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { deleteItem, getItem } from "./store.ts";

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

const sent = () => shop.arrivals.map(({ method, url }) => `${method} ${url}`);

type Action = "accept" | "decline" | "cancel";

interface User {
  /** What the user does when asked; `undefined`: the client declares no elicitation; `unable`: it declares it, and does not handle it. */
  readonly action: Action | "unable" | undefined;
  readonly questions: string[];
}

interface AnyClient {
  callTool(params: { name: string; arguments?: { [name: string]: unknown } }): Promise<{ [member: string]: unknown }>;
}

type Connect = (tools: readonly Tool[], user: User, options?: object) => Promise<AnyClient>;

function client1({ action, questions }: User): Client {
  const client = new Client({ name: "test", version: "1" }, { capabilities: action === undefined ? {} : { elicitation: {} } });
  if (action !== undefined && action !== "unable")
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action, ...(action === "accept" ? { content: {} } : {}) };
    });
  open.push(client);
  return client;
}

function client2({ action, questions }: User, options: object = {}): Client2 {
  const client = new Client2(
    { name: "test", version: "1" },
    { capabilities: action === undefined ? {} : { elicitation: { form: {} } }, ...options },
  );
  if (action !== undefined && action !== "unable")
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      return { action, ...(action === "accept" ? { content: {} } : {}) };
    });
  open.push(client);
  return client;
}

const modern = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const toHandler = (handle: (request: Request) => Promise<Response>) => ({
  fetch: (address: string | URL | Request, init?: RequestInit) => handle(new Request(address, init)),
});

/** Every way in which a client of either SDK reaches tools. A new one is a line here. */
const surfaces: readonly (readonly [surface: string, connect: Connect])[] = [
  [
    "mcpServer of toolsetc/mcp",
    async (tools, user, options) => {
      const [here, there] = InMemoryTransport.createLinkedPair();
      const client = client1(user);
      await Promise.all([mcpServer(tools, { baseUrl: shop.address, ...options }).server.connect(there), client.connect(here)]);
      return client;
    },
  ],
  [
    "mcpHandler of toolsetc/mcp",
    async (tools, user, options) => {
      const handle = mcpHandler(tools, { baseUrl: shop.address, ...options });
      open.push(handle);
      const client = client1(user);
      // The cast is safe: the types differ only by `exactOptionalPropertyTypes`.
      await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), toHandler(handle)) as never);
      return client;
    },
  ],
  [
    "registerTools of toolsetc/mcp-2",
    async (tools, user, options) => {
      const server = new SdkServer2({ name: "test", version: "1" });
      registerTools(server, tools, { baseUrl: shop.address, ...options });
      const [here, there] = InMemoryTransport2.createLinkedPair();
      const client = client2(user);
      await Promise.all([server.connect(there), client.connect(here)]);
      return client;
    },
  ],
  [
    "mcpHandler of toolsetc/mcp-2, before 2026-07-28",
    async (tools, user, options) => {
      const handle = mcpHandler2(tools, { baseUrl: shop.address, ...options });
      open.push(handle);
      const client = client1(user);
      await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), toHandler(handle)) as never);
      return client;
    },
  ],
  [
    "mcpHandler of toolsetc/mcp-2, 2026-07-28",
    async (tools, user, options) => {
      const handle = mcpHandler2(tools, { baseUrl: shop.address, ...options });
      const client = client2(user, modern);
      await client.connect(new StreamableHTTPClientTransport2(new URL("http://127.0.0.1/mcp"), toHandler(handle)));
      open.push(handle);
      return client;
    },
  ],
  [
    "mcpServers of toolsetc/mcp-2, 2026-07-28 on a connection",
    async (tools, user, options) => {
      const { create } = mcpServers(tools, { baseUrl: shop.address, ...options });
      const [here, there] = InMemoryTransport2.createLinkedPair();
      open.push(serveStdio(create, { transport: there }));
      const client = client2(user, modern);
      await client.connect(here);
      return client;
    },
  ],
];

describe.each(surfaces)("a server by %s", (surface, connect) => {
  const remove = { name: "store_delete_item", arguments: { id: 7 } };

  test("asks the user about each call if the client has elicitation, and calls once after a yes", async () => {
    const user: User = { action: "accept", questions: [] };
    const client = await connect([deleteItem, getItem], user);
    expect((await client.callTool(remove))["isError"]).not.toBe(true);
    expect(sent()).toEqual(["DELETE /items/7"]);
    expect(user.questions).toEqual(['Call store_delete_item with {"id":7}?']);
    await client.callTool(remove);
    expect(user.questions).toHaveLength(2);
    await client.callTool({ name: "store_get_item", arguments: { id: 1 } });
    expect(user.questions).toHaveLength(2);
  });

  test.each<Action>(["decline", "cancel"])("sends nothing if the user answers %s", async (action) => {
    const user: User = { action, questions: [] };
    expect(await (await connect([deleteItem], user)).callTool(remove)).toMatchObject({
      isError: true,
      _meta: { "toolsetc/code": "declined" },
    });
    expect([sent(), user.questions.length]).toEqual([[], 1]);
  });

  test('refuses a client without elicitation with `approval: "elicit"`, and says what to do', async () => {
    const answer = await (await connect([deleteItem], { action: undefined, questions: [] }, { approval: "elicit" })).callTool(remove);
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('start the server with the approval "client"') }],
    });
    expect(sent()).toEqual([]);
  });

  // In 2026-07-28, the client sends no answer if it cannot ask.
  test.skipIf(surface.includes("2026-07-28") && !surface.includes("before"))(
    "says what to do if a client declares elicitation and cannot ask",
    async () => {
      const errors: unknown[] = [];
      const options = { onError: (error: unknown) => errors.push(error) };
      expect(await (await connect([deleteItem], { action: "unable", questions: [] }, options)).callTool(remove)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/could not ask its user.* start the server with the approval "client"/) }],
        _meta: { "toolsetc/code": "declined", "toolsetc/sent": false },
      });
      expect([sent(), errors.length]).toEqual([[], 1]);
    },
  );

  test("takes the call of a client without elicitation as approved by the client", async () => {
    await (await connect([deleteItem], { action: undefined, questions: [] })).callTool(remove);
    const user: User = { action: "decline", questions: [] };
    await (await connect([deleteItem], user, { approval: "client" })).callTool(remove);
    expect([sent(), user.questions]).toEqual([["DELETE /items/7", "DELETE /items/7"], []]);
  });

  test("does not ask about a call with invalid arguments", async () => {
    const user: User = { action: "accept", questions: [] };
    expect(await (await connect([deleteItem], user)).callTool({ ...remove, arguments: {} })).toMatchObject({ isError: true });
    expect([sent(), user.questions]).toEqual([[], []]);
  });

  test("with `discover` makes such calls only by `call_tool_with_approval`, and asks about the called tool", async () => {
    const user: User = { action: "accept", questions: [] };
    const client = await connect(discover([deleteItem, getItem]), user);
    expect(await client.callTool({ name: "call_tool", arguments: remove })).toMatchObject({ isError: true });
    expect([sent(), user.questions]).toEqual([[], []]);
    await client.callTool({ name: "call_tool_with_approval", arguments: remove });
    expect([sent(), user.questions]).toEqual([["DELETE /items/7"], ['Call store_delete_item with {"id":7}?']]);
  });
});

describe("an answer to no question of the server approves nothing", () => {
  const post = async (handle: (request: Request) => Promise<Response>, id: number, params: object) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    };
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "store_delete_item",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "store_delete_item", ...params, _meta } });
    const text = await (await handle(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }))).text();
    return JSON.parse(text.replace(/^(?:event:.*\n)?data: /, "")).result;
  };
  const yes = { inputResponses: { approval: { action: "accept", content: {} } } };

  test.each(["missing", "made up", "of another call", "used before"])("if its state is %s", async (what) => {
    const handle = mcpHandler2([deleteItem], { baseUrl: shop.address });
    open.push(handle);
    const first = await post(handle, 1, { arguments: { id: 7 } });
    expect(first).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    if (what === "used before") {
      await post(handle, 2, { arguments: { id: 7 }, ...yes, requestState: first.requestState });
      expect(sent()).toEqual(["DELETE /items/7"]);
      shop.arrivals.length = 0;
    }
    const requestState = { missing: undefined, "made up": "x", "of another call": first.requestState, "used before": first.requestState }[
      what
    ];
    const args = what === "of another call" ? { id: 8 } : { id: 7 };
    expect(await post(handle, 3, { arguments: args, ...yes, ...(requestState === undefined ? {} : { requestState }) })).toMatchObject({
      resultType: "input_required",
    });
    expect(sent()).toEqual([]);
  });
});
