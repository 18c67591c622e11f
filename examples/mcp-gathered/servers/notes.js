// An MCP server over stdio. In your project it is a program that you install.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const notes = [];

serveStdio(() => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool(
    "add_note",
    {
      description: "Adds a note for the colleagues of the next shift.",
      inputSchema: z.object({ text: z.string().min(1) }),
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    ({ text }) => ({ content: [{ type: "text", text: `Note ${notes.push(text)} is added.` }] }),
  );
  server.registerTool(
    "list_notes",
    {
      description: "Lists the notes of this shift.",
      inputSchema: z.object({}),
      outputSchema: z.object({ notes: z.array(z.string()) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => ({ structuredContent: { notes }, content: [{ type: "text", text: JSON.stringify({ notes }) }] }),
  );
  return server;
});
