import { field, stringValue, valueOrigin } from "../../definition/node.ts";
import { isPlaceholder } from "../../source/text/placeholder.ts";
import { rule } from "../rule.ts";

export const cesMcpAddress = rule<{ toolset: string }>({
  code: "ces-mcp-address",
  severity: "error",
  set: "ces",
  summary: "an MCP server without Streamable HTTP",
  price: 0,
  message: ({ toolset }) => `The server URL of the toolset "${toolset}" does not end in /mcp or /mcp/, so CES does not accept it.`,
  help: "CES supports only MCP servers with Streamable HTTP, and SSE endpoints do not work. Write the URL of the Streamable HTTP endpoint, which ends in /mcp.",

  *definition({ kind, name, body }) {
    const address = field(body, "serverAddress");
    const value = stringValue(address);
    if (kind !== "mcp" || address === undefined || value === undefined || isPlaceholder(value)) return;
    if (!/\/mcp\/?$/.test(value)) yield { params: { toolset: name }, place: valueOrigin(address) };
  },
});
