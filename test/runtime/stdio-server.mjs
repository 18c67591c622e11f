// An MCP server on stdio. The first argument says which revision it speaks, and what else it does.
import { appendFileSync } from "node:fs";

const [way, log] = process.argv.slice(2);
if (log !== undefined) appendFileSync(log, "started\n");
const info = { name: "The Shop", version: "1" };
const capabilities = { capabilities: { tools: {} } };
const tools = [{ name: "find", inputSchema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] } }];

function call({ words }) {
  if (words === "die") process.exit(3);
  if (words === "deep") process.stdout.write(`${"[".repeat(100_000)}${"]".repeat(100_000)}\n`);
  if (words === "fail") return { isError: true, content: [{ type: "text", text: `no such token: ${process.env.SHOP_TOKEN}` }] };
  const shown = words === "env" ? Object.keys(process.env).sort().join() : `${words} ${process.env.SHOP_TOKEN ?? "-"} ${process.pid}`;
  return { content: [{ type: "text", text: shown }] };
}

// Each loads only the SDK that it needs, which takes longer than Node's own start.
if (way === "new") {
  const { Server } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  serveStdio(
    () => {
      const server = new Server(info, capabilities);
      server.setRequestHandler("tools/list", () => ({ tools }));
      server.setRequestHandler("tools/call", ({ params }) => call(params.arguments));
      return server;
    },
    { legacy: "reject" },
  );
} else if (way === "strict") {
  // As servers of some SDKs do: whatever comes before the handshake ends them.
  process.stdin.once("data", (chunk) => {
    if (!String(chunk).includes('"initialize"')) process.exit(1);
    void old().then(() => process.stdin.emit("data", chunk));
  });
} else if (way === "plain") {
  const { servePlainly } = await import("./plain-server.mjs");
  await servePlainly(info, { "tools/list": () => ({ tools }), "tools/call": (params) => call(params.arguments) });
} else await old();

async function old() {
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const server = new Server(info, capabilities);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.arguments));
  await server.connect(new StdioServerTransport());
}
