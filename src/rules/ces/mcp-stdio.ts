import { field, keyOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

const project = (server: string) => ({
  "shop.yaml": `displayName: shop\nmcpToolset:\n  ${server}\n`,
  "snapshots/shop.tools.json":
    '{ "formatVersion": "1.0", "tools": [{ "name": "find", "description": "Finds goods.", "inputSchema": { "type": "object" } }] }',
});

export const mcpStdio = rule<{ toolset: string }>({
  code: "ces-mcp-stdio",
  severity: "error",
  profile: "ces",
  message: ({ toolset }) => `The server of "${toolset}" is a program that is started, which CES cannot do.`,
  help: "CES reaches MCP servers over Streamable HTTP only; `stdio` is an addition of toolsetc. Run the server where CES reaches it, and write its `serverAddress`.",

  examples: { valid: [project("serverAddress: https://shop.example.com/mcp")], invalid: [project("stdio: { command: [shop-mcp] }")] },

  *check({ definitions }) {
    for (const { kind, name, body } of definitions) {
      const stdio = kind === "mcp" ? field(body, "stdio") : undefined;
      if (stdio !== undefined) yield { params: { toolset: name }, place: keyOrigin(stdio) };
    }
  },
});
