// An MCP server over HTTP. In your project it is a server of another team.
import { once } from "node:events";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

const departures = {
  Harbour: [
    { line: "3", minutes: 4 },
    { line: "12", minutes: 9 },
  ],
  "Old Town": [{ line: "3", minutes: 1 }],
};

function createStops() {
  const server = new McpServer({ name: "stops", version: "1.0.0" });
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    "list_stops",
    {
      description: "Lists the names of all tram stops.",
      inputSchema: z.object({}),
      outputSchema: z.object({ stops: z.array(z.string()) }),
      annotations: readOnly,
    },
    () => structured({ stops: Object.keys(departures) }),
  );
  server.registerTool(
    "list_departures",
    {
      description: "Lists the next trams of a stop, with the minutes until they leave.",
      inputSchema: z.object({ stop: z.string().describe("The name of the stop, as list_stops returns it.") }),
      outputSchema: z.object({ departures: z.array(z.object({ line: z.string(), minutes: z.number() })) }),
      annotations: readOnly,
    },
    ({ stop }) => structured({ departures: departures[stop] ?? [] }),
  );
  server.registerTool(
    "close_stop",
    { description: "Takes a stop out of service.", inputSchema: z.object({ stop: z.string() }), annotations: { destructiveHint: true } },
    ({ stop }) => ({ content: [{ type: "text", text: `${stop} is closed.` }] }),
  );
  return server;
}

function structured(value) {
  return { structuredContent: value, content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** Starts the server at http://127.0.0.1:8809/mcp. Returns the function that ends it. */
export async function startStops() {
  const handle = toNodeHandler(createMcpHandler(createStops));
  // No page in a browser may use a server that listens on this machine.
  const [validHost, validOrigin] = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (validHost(request, response) && validOrigin(request, response)) void handle(request, response);
  });
  await once(server.listen(8809, "127.0.0.1"), "listening");
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await startStops();
