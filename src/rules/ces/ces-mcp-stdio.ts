import { field, keyOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const cesMcpStdio = rule<{ toolset: string }>({
  code: "ces-mcp-stdio",
  severity: "error",
  set: "ces",
  summary: "an MCP server that is a local program",
  price: 0,
  message: ({ toolset }) => `The MCP server of the toolset "${toolset}" is a local program, and CES cannot start programs.`,
  help: "CES calls MCP servers only over Streamable HTTP; `stdio` is an extension of toolsetc. Run the server where CES can call it, and write its URL in `serverAddress`.",

  *definition({ kind, name, body }) {
    const stdio = kind === "mcp" ? field(body, "stdio") : undefined;
    if (stdio !== undefined) yield { params: { toolset: name }, place: keyOrigin(stdio) };
  },
});
