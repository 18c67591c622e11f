import { readFileSync } from "node:fs";
import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test, vi } from "vitest";
import { startMcpServer } from "../runtime/mcp-server.ts";

// The examples of the README, as they stand there.

const names = ["weather_get_forecast", "weather_search_places"];

test("the example of an MCP server on stdio answers a client", async () => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  // The input and output of the test's own process are not the example's.
  vi.doMock("@modelcontextprotocol/sdk/server/stdio.js", () => ({
    StdioServerTransport: class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: `new` gives the other end of the client's transport.
        return there;
      }
    },
  }));
  await import("./examples/mcp.ts");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(here);
  expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(names);
  await client.close();
});

test("the example of an MCP server with version 2 of the SDK answers a client", async () => {
  const { server } = await import("./examples/mcp-2.ts");
  const [here, there] = InMemoryTransport2.createLinkedPair();
  const client = new Client2({ name: "test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
  expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(names);
  await client.close();
});

test("the example that calls a tool of an MCP server gets its result", async () => {
  const { echoed } = await import("./examples/mcp-call.ts");
  const server = await startMcpServer();
  // A call is refused if the tool of the server is not the saved one.
  const saved = JSON.parse(readFileSync("toolsets/snapshots/everything.tools.json", "utf8"));
  server.tools = saved.tools.filter(({ name }: { name: string }) => name === "echo");
  server.call = ({ arguments: given }) => ({ content: [{ type: "text", text: `Echo: ${String(given?.["message"])}` }] });
  const environment = { mcpToolset: { serverAddress: server.address } };
  expect(await echoed("hello", { environment })).toBe("Echo: hello");
  expect(server.sessions.size).toBe(0);
  await server.close();
});
