// An MCP client, in the place of the one that you use. It sees one server, which has the tools of both.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startStops } from "./servers/stops.js";

const stopStops = await startStops();
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: "npx", args: ["toolsetc", "serve"], stderr: "ignore" }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join("\n"));

await show("stops_list_departures", { stop: "Harbour" });
await show("notes_add_note", { text: "Line 12 is late." });
await show("notes_list_notes", {});

await client.close();
stopStops();

async function show(name, args) {
  const { content } = await client.callTool({ name, arguments: args });
  console.log(`${name}: ${content[0].text}`);
}
