import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { mcpServer } from "toolsetc/mcp";
import { weather } from "../../../generated/index.ts";

const { server, leftOut } = mcpServer([...weather.allTools], { name: "weather" });
if (leftOut.length > 0) console.error(`Client functions without a handler: ${leftOut.join(", ")}`);
await server.connect(new StdioServerTransport());
