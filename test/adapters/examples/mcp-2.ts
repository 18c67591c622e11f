import { McpServer } from "@modelcontextprotocol/server";
import { registerTools } from "toolsetc/mcp-2";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";

export const server = new McpServer({ name: "weather", version: "1" });
registerTools(server, [getForecast, searchPlaces]);
