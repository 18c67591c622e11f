import { McpServer } from "@modelcontextprotocol/server";
import { registerTools } from "toolsetc/mcp-2";
import { weather } from "../../../generated/index.ts";

export const server = new McpServer({ name: "weather", version: "1" });
registerTools(server, weather.allTools);
