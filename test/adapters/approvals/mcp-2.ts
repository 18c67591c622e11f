import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { mcpServers } from "../../../src/runtime/adapters/mcp-2.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { deleteItem, getItem } from "../store.ts";
import type { Entries } from "./entry.ts";

const deletion = { name: "store_delete_item", arguments: { id: 7 } };

async function call(options: object, made: { name: string; arguments: object }, tools: readonly Tool[] = [getItem, deleteItem]) {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([mcpServers(tools, options).create().connect(there), client.connect(here)]);
  await client.callTool(made as Parameters<typeof client.callTool>[0]);
  await client.close();
}

// In MCP, the client asks its user before it sends a call.
export const entries: Entries = {
  "a call of the client": [[7], (options) => call(options, deletion)],
  "call_tool of `discover`": [[], (options) => call(options, { name: "call_tool", arguments: deletion }, discover([getItem, deleteItem]))],
  "call_tool_with_approval of `discover`": [
    [7],
    (options) => call(options, { name: "call_tool_with_approval", arguments: deletion }, discover([getItem, deleteItem])),
  ],
};
