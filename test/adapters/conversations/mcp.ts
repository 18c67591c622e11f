import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { mcpServer } from "../../../src/runtime/adapters/mcp.ts";
import { answerEach, type Conversations } from "./conversation.ts";

const calls =
  (member: "content" | "structuredContent"): Conversations[string] =>
  async (tools, context, model) => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1" });
    await Promise.all([mcpServer(tools, context).server.connect(there), client.connect(here)]);
    // The client compares results with the schemas that it has listed.
    await client.listTools();
    await answerEach(model, async (call) => {
      const { content, ...result } = await client.callTool({ ...call } as Parameters<typeof client.callTool>[0]);
      // A result with a limit of its own is only text.
      return member === "content" ? content : (result.structuredContent ?? content);
    });
    await client.close();
  };

export const conversations: Conversations = {
  "the content of calls": calls("content"),
  "their structured content": calls("structuredContent"),
};
