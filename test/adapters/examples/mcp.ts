import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { mcpServer } from "toolsetc/mcp";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

const { server, omitted } = mcpServer([getForecast, searchPlaces], { name: "weather" });
if (omitted.length > 0) console.error(`Client functions without a handler: ${omitted.join(", ")}`);
await server.connect(new StdioServerTransport());
