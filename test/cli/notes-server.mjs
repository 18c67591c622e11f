// An MCP server on stdio with the tools of the file that is its argument.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [file] = process.argv.slice(2);
serveStdio(() => {
  const server = new Server({ name: "notes", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: JSON.parse(readFileSync(file, "utf8")) }));
  return server;
});
