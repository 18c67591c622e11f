import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { mcpServer } from "toolsetc/mcp";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

const { server, leftOut } = mcpServer([getForecast, searchPlaces], { name: "weather" });
if (leftOut.length > 0) console.error(`Client functions without a handler: ${leftOut.join(", ")}`);
await server.connect(new StdioServerTransport());
