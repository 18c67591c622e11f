import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { mcpServers } from "../../../src/runtime/adapters/mcp-2.ts";
import { answerEach, type Conversations } from "./conversation.ts";

const calls =
  (member: "content" | "structuredContent"): Conversations[string] =>
  async (tools, context, model) => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1" });
    await Promise.all([mcpServers(tools, context).create().connect(there), client.connect(here)]);
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
