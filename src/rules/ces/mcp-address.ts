import { field, text, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

const project = (address: string) => ({
  "shop.yaml": `displayName: shop\nmcpToolset:\n  serverAddress: ${address}\n`,
  "snapshots/shop.tools.json":
    '{ "formatVersion": "1.0", "tools": [{ "name": "find", "description": "Finds goods.", "inputSchema": { "type": "object" } }] }',
});

export const mcpAddress = rule<{ toolset: string }>({
  code: "ces-mcp-address",
  severity: "error",
  profile: "ces",
  message: ({ toolset }) => `The server address of "${toolset}" does not end in /mcp or /mcp/.`,
  help: "CES speaks Streamable HTTP only, and wants the address of that endpoint. An SSE endpoint does not work.",

  examples: { valid: [project("https://shop.example.com/mcp")], invalid: [project("https://shop.example.com/sse")] },

  *check({ definitions }) {
    for (const { kind, name, body } of definitions) {
      const address = field(body, "serverAddress");
      const value = text(address);
      if (kind !== "mcp" || address === undefined || value === undefined || value === "$env_var") continue;
      if (!/\/mcp\/?$/.test(value)) yield { params: { toolset: name }, place: valueOrigin(address) };
    }
  },
});
